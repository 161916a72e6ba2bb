import Composition
import Testing

@Suite struct EasingTests {
    @Test(arguments: Easing.allCases)
    func beginsAtNothingAndEndsAtAll(_ easing: Easing) {
        #expect(easing.value(at: 0) == 0)
        #expect(easing.value(at: 1) == 1)
        #expect(easing.value(at: -0.5) == 0)
        #expect(easing.value(at: 1.5) == 1)
    }

    /// The curves are continuous.
    ///
    /// The steepest, the start of `outExpo` and the elastic ones, change by less than 1/30 within
    /// 1/1000 of the time.
    @Test(arguments: Easing.allCases)
    func goesWithoutJumps(_ easing: Easing) {
        for step in 0..<1000 {
            let (before, after) = (easing.value(at: Double(step) / 1000), easing.value(at: Double(step + 1) / 1000))
            // A circle ends vertically.
            #expect(abs(after - before) < 0.05, "\(easing) from \(step)")
        }
    }

    @Test(arguments: [
        (Easing.inQuad, 0.25), (.outQuad, 0.75), (.inCubic, 0.125), (.outCubic, 0.875), (.inQuart, 0.0625),
        (.outQuart, 0.9375), (.inQuint, 0.03125), (.outQuint, 0.96875), (.inSine, 0.292893), (.outSine, 0.707107),
        (.inCirc, 0.133975), (.outCirc, 0.866025), (.inExpo, 0.03125), (.outExpo, 0.96875), (.inBack, -0.087698),
        (.outBack, 1.087698), (.inBounce, 0.234375), (.outBounce, 0.765625), (.inElastic, -0.015625),
        (.outElastic, 1.015625), (.linear, 0.5), (.bounceTwice, 0.8125),
    ])
    func isKnownHalfway(_ easing: Easing, _ value: Double) {
        #expect(abs(easing.value(at: 0.5) - value) < 1e-6)
    }

    @Test(arguments: Easing.allCases.filter { "\($0)".hasPrefix("inOut") })
    func isAlikeOnBothSides(_ easing: Easing) {
        #expect(abs(easing.value(at: 0.5) - 0.5) < 1e-9)
        for part in [0.1, 0.2, 0.3, 0.45] {
            #expect(abs(easing.value(at: part) + easing.value(at: 1 - part) - 1) < 1e-9)
        }
    }

    @Test func bouncesTwice() {
        let easing = Easing.bounceTwice
        for landing in [0.4, 0.8] { #expect(abs(easing.value(at: landing) - 1) < 1e-9) }
        #expect(abs(easing.value(at: 0.6) - 0.75) < 1e-9)
        #expect(abs(easing.value(at: 0.9) - 0.9375) < 1e-9)
    }
}

@Suite struct PlacementTests {
    private func layout(_ keys: [KeyFrame]) -> Layout {
        var layout = Layout(fit: .contain, frame: PixelRectangle(x: 0, y: 0, width: 10, height: 10))
        layout.keyFrames = keys
        return layout
    }

    private func key(_ frame: Int, opacity: Double? = nil, x: Double? = nil, _ easing: Easing = .linear) -> KeyFrame {
        var key = KeyFrame(frame: frame, easing: easing)
        (key.opacity, key.x) = (opacity, x)
        return key
    }

    @Test func holdsBeforeTheFirstAndAfterTheLastKeyFrame() {
        let layout = layout([key(10, x: 5), key(20, x: 15)])
        #expect([0, 10, 15, 20, 90].map { layout.placement(atFrame: $0, of: 100).x } == [5, 5, 10, 15, 15])
    }

    @Test func skipsKeyframesOfOtherFields() {
        let layout = layout([key(0, x: 0), key(5, opacity: 0.5), key(10, x: 10, .inQuad)])
        #expect(layout.placement(atFrame: 5, of: 20).x == 2.5)
        #expect(layout.placement(atFrame: 0, of: 20).opacity == 0.5)
        #expect(layout.placement(atFrame: 5, of: 20).scale == 1)
    }

    @Test func fadesMultiplyTheOpacity() {
        var layout = layout([])
        (layout.opacity, layout.fadeIn, layout.fadeOut) = (0.5, 2, 4)
        let opacities = (0..<10).map { layout.placement(atFrame: $0, of: 10).opacity }
        #expect(opacities == [0.125, 0.375, 0.5, 0.5, 0.5, 0.5, 0.4375, 0.3125, 0.1875, 0.0625])
    }
}
