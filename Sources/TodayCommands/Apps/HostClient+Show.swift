import Host
import HostAPI
import TodayProtocol
import TodayScreen

extension HostClient {
    /// Opens an address, and prints the app's page that it leads to, or the address if it leads out of Today.
    func show(_ url: String, for viewer: Viewer, asJSON json: Bool, in context: CommandContext) async throws {
        switch try await open(url: url, viewer: viewer) {
        case .scene(let url):
            let scene = try await scene(url: url, viewer: viewer)
            let report = SceneReport(
                scene: scene,
                viewer: viewer,
                look: TerminalLook(context),
                message: try await text(of: scene)
            )
            context.console.print(report, asJSON: json)
        case .external(let url): context.console.print(ExternalReport(url: url), asJSON: json)
        }
    }

    /// What the message on a page says; none if the page has none, or its body is not there.
    private func text(of scene: SceneState) async throws(HostError) -> String? {
        guard let message = scene.message else { return nil }
        return try await messageText(message, of: scene.app)
    }
}

extension HostClient {
    /// What a message says; none if its body is not there.
    ///
    /// A body that was let go for want of room comes again because it was asked for.
    func messageText(_ message: MessageID, of app: AppID) async throws(HostError) -> String? {
        do throws(HostError) {
            return try await messageBody(message, of: app).text
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }
}
