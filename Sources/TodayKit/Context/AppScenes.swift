import TodayProtocol

/// What an app can ask of its own pages.
public struct AppScenes: Sendable {
    let process: ProcessContext

    /// Asks the host to draw open pages again; what the person is typing stays.
    ///
    /// - Parameter url: One page; every open page of the app if left out.
    /// - Throws: ``RequestError`` if the host refuses.
    public func reload(_ url: SceneURL? = nil) async throws {
        try await process.ask { ScenesReloadRequest(url: url?.text, transaction: $0) }
    }
}
