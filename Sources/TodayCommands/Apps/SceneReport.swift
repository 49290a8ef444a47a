import CardRendering
package import JSON
import TodayProtocol
package import TodayScreen

/// A page of an app.
package struct SceneReport: Report {
    /// The page.
    package var scene: SceneState
    /// Who looks.
    package var viewer: Viewer
    /// How the text looks.
    package var look: TerminalLook

    /// Reports a page.
    package init(scene: SceneState, viewer: Viewer, look: TerminalLook) {
        self.scene = scene
        self.viewer = viewer
        self.look = look
    }

    /// The page's title and card.
    package var text: String {
        let card = CardText(viewer: viewer, look: look, kind: .scene).text(of: scene.card)
        return [look.heading(scene.title), card].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The page's address, title, app and card.
    package var json: JSONValue {
        let plain = CardText(viewer: viewer, look: TerminalLook(width: 80, usesColors: false), kind: .scene)
        return [
            "url": .string(scene.url),
            "title": .string(scene.title),
            "app": .string(scene.app.rawValue),
            "content": plain.json(of: scene.card),
        ]
    }
}
