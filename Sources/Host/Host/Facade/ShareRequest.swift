import HostStorage
import JSON
import ProcessHost
package import TodayProtocol
package import TodayScreen

/// Gives an app what the person shares with it, durably and once per id.
///
/// The reply comes when the effects are on disk. The share goes on if the sender goes away, also after a restart of the
/// host. Fails with `notFound` if the app is not installed, and with `invalid` if the app does not take the content or the
/// content exceeds a limit of ``SharedContent``.
package struct ShareRequest: HostRequest {
    /// Made on the surface; the same share may be sent again and is done once.
    package var id: TapID
    package var app: AppID
    package var content: SharedContent
    /// The language and time zone of the person.
    package var viewer: Viewer

    /// Makes a request.
    package init(_ content: SharedContent, id: TapID, with app: AppID, viewer: Viewer) {
        self.id = id
        self.app = app
        self.content = content
        self.viewer = viewer
    }

    package func reply(from host: TodayHost) async throws -> TapOutcome {
        let components = host.components
        guard let app = components.registry.app(app) else {
            throw HostError(.notFound, "There is no app \(app.rawValue.prefix(200)).")
        }
        if let problem = content.problem { throw HostError(.invalid, problem) }
        guard let rule = app.manifest.share else {
            throw HostError(.invalid, "\(app.manifest.name.fallback) takes nothing that is shared.")
        }
        guard rule.takes(content) else {
            throw HostError(.invalid, "\(app.manifest.name.fallback) does not take all of this.")
        }
        let tap = Tap(id: id, target: .share(app: app.id), data: try JSONValue(encoding: content))
        return try await components.taps.perform(tap, target: .app(app.id), viewer: viewer) {
            components.apps.enqueue(tap.id, of: app.id)
        }
    }
}
