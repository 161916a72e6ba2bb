internal import EngineLink
internal import Frames
private import Synchronization

/// One iteration over a page's frames: a task runs the take, a reader takes the events.
///
/// Releasing the object ends the take.
final class SamplingCourse: Sendable {
    private let plan: TakePlan
    private let pool: EnginePool?
    private let order: FrameOrder
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Plans an iteration; nothing starts yet.
    init(_ plan: TakePlan, from pool: EnginePool?) {
        self.plan = plan
        self.pool = pool
        order = FrameOrder(frameRate: plan.frameRate)
    }

    deinit {
        task.withLock { $0 }?.cancel()
        order.stop()
    }

    /// Waits for the next event; starts the take at the first call.
    ///
    /// One task at a time calls it.
    func next() async throws -> PageFrameEvent? {
        let task = task.withLock { task in
            if let task { return task }
            let started = Self.start(plan, from: pool, to: order)
            task = started
            return started
        }
        let event = await withTaskCancellationHandler {
            await order.next()
        } onCancel: {
            task.cancel()
        }
        guard event == nil || Task.isCancelled else { return event }
        // Nothing is left of the page once the sequence has ended.
        task.cancel()
        order.stop()
        await task.value
        try Task.checkCancellation()
        if let error = order.failure { throw error }
        return nil
    }

    /// Runs takes in a task, which does not keep the iteration alive.
    private static func start(_ plan: TakePlan, from pool: EnginePool?, to order: FrameOrder) -> Task<Void, Never> {
        Task {
            do {
                try await Takes(of: plan, from: pool).run {
                    order.append($0)
                } _: { take in
                    try await follow(take, to: order)
                }
            } catch {
                order.fail(error)
            }
        }
    }

    private static func follow(_ take: Take, to order: FrameOrder) async throws {
        order.begin { [weak take] in take?.frameCount ?? 0 }
        let reading = Task {
            for await frame in take.queue { await order.deliver(frame) }
        }
        do {
            let (reason, result) = try await take.run()
            // The engine ends while the last frames are read.
            take.endEngine()
            take.queue.finish()
            await reading.value
            order.finish(reason, frameCount: result.frames)
        } catch {
            take.queue.discard()
            order.stop()
            await reading.value
            throw error
        }
    }
}
