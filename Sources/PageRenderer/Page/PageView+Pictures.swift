internal import CWebKitGTK

// Tells the page's script of animated pictures what has arrived.

extension PageView {
    /// Follows a resource that the page loads; one of style sheets may be an animated picture.
    func watchPicture(_ resource: UnsafeMutableRawPointer) {
        _ = unsafe recorder_connect_owned(
            resource, "finished", unsafeBitCast(onFinish as Finish, to: GCallback.self), WeakBox<PageView>.retain(self),
            { context, _ in unsafe WeakBox<PageView>.release(context) })
    }

    fileprivate func pictureArrived(_ resource: UnsafeMutablePointer<WebKitWebResource>) {
        guard isOpen,
            // WebKit has no response for a resource that failed to load.
            let response = unsafe webkit_web_resource_get_response(resource),
            let type = unsafe webkit_uri_response_get_mime_type(response),
            unsafe PictureScripts.types.contains(String(cString: type)),
            let address = unsafe webkit_web_resource_get_uri(resource)
        else { return }
        unsafe startEvaluation(PictureScripts.arrived([String(cString: address)])) { _ in }
    }
}

private typealias Finish = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

private func onFinish(resource: UnsafeMutableRawPointer?, context: UnsafeMutableRawPointer?) {
    guard let resource = unsafe resource, let context = unsafe context else { return }
    nonisolated(unsafe) let (finished, owner) = unsafe (resource, context)
    MainActor.assumeIsolated {
        guard let view = unsafe WeakBox<PageView>.object(of: owner) else { return }
        unsafe view.pictureArrived(finished.assumingMemoryBound(to: WebKitWebResource.self))
    }
}
