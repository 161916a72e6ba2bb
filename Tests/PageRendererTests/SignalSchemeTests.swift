import CWebKitGTK
import EngineLink
import TestSupport
import XCTest

@testable import PageRenderer

/// The signals' URL scheme, which WebKit keeps as long as the context lives.
final class SignalSchemeTests: XCTestCase {
    private static let page = """
        <script>fetch('\(PageSignal.scheme):start').then(() => document.title = 'answered', () => document.title = 'refused');</script>
        """

    func testRejectsRequestsAfterTheViewHasClosed() throws {
        try MainLoop.run {
            var page: OpenPage? = try OpenPage(Fixture.page("static.html?seconds=0"))
            _ = try await page?.signal(.stop)
            let context = try unsafe XCTUnwrap(page?.view.context)
            // A request or another view may keep the context alive.
            unsafe g_object_ref(context)
            defer { unsafe g_object_unref(context) }
            let events = page?.events.count
            page?.view.close()

            // The view still exists, but is closed.
            var title = try unsafe await Self.title(in: context)
            XCTAssertEqual(title, "refused")
            XCTAssertEqual(page?.events.count, events)

            weak let view = page?.view
            page = nil
            // A task of the view may still be about to end.
            try await Condition.wait(for: "the view's release") { view == nil }
            title = try unsafe await Self.title(in: context)
            XCTAssertEqual(title, "refused")
        }
    }

    func testAReleasedRecordingLeavesNoFile() throws {
        let object = NSObject()
        let context = unsafe WeakBox<NSObject>.retain(object)
        weak let box: AnyObject? = unsafe Unmanaged<AnyObject>.fromOpaque(context).takeUnretainedValue()
        unsafe XCTAssertIdentical(WeakBox<NSObject>.object(of: context), object)
        unsafe WeakBox<NSObject>.release(context)
        XCTAssertNil(box)
    }

    /// The title that a page sets after the response to its signal request.
    @MainActor
    private static func title(in context: UnsafeMutablePointer<WebKitWebContext>) async throws -> String {
        let content: UnsafeMutablePointer<WebKitUserContentManager> = unsafe webkit_user_content_manager_new()
        defer { unsafe g_object_unref(content) }
        let view: UnsafeMutablePointer<GtkWidget> = unsafe recorder_new_web_view(context, content)
        unsafe g_object_ref_sink(view)
        defer {
            unsafe gtk_widget_destroy(view)
            unsafe g_object_unref(view)
        }
        unsafe webkit_web_view_load_html(recorder_web_view(view), page, "http://localhost/")
        var title = ""
        try await Condition.wait(for: "the page's title") {
            title = unsafe webkit_web_view_get_title(recorder_web_view(view)).map { unsafe String(cString: $0) } ?? ""
            return !title.isEmpty
        }
        return title
    }
}
