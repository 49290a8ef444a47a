package import Hummingbird

extension DeviceRoutes {
    /// Tells a host why its request was refused, below `/api/today`.
    package func refusal(_ failure: CloudError, of request: Request) -> Response? {
        request.uri.path.hasPrefix("/api/today/") ? DeviceErrorMiddleware.response(failure) : nil
    }
}
