import Host
import HostAPI
import TodayScreen

extension HostClient {
    /// Opens an address, and prints the app's page that it leads to, or the address if it leads out of Today.
    func show(_ url: String, for viewer: Viewer, asJSON json: Bool, in context: CommandContext) async throws {
        switch try await open(url: url, viewer: viewer) {
        case .scene(let url):
            let scene = try await scene(url: url, viewer: viewer)
            let report = SceneReport(scene: scene, viewer: viewer, look: TerminalLook(context))
            context.console.print(report, asJSON: json)
        case .external(let url): context.console.print(ExternalReport(url: url), asJSON: json)
        }
    }
}
