package import Composition

extension Transition {
    /// The transition's name in descriptions.
    package var word: String {
        switch kind {
        case .fade: "fade"
        case .fadeThrough(.black): "fade-black"
        case .fadeThrough(.white): "fade-white"
        case .fadeThrough: "fade-through"
        case .wipe: "wipe"
        case .slide: "slide"
        case .push: "push"
        case .bounceUp: "bounce-up"
        case .zoom: "zoom"
        }
    }
}
