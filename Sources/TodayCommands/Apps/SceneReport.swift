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
    /// What the message on the page says, if it shows one.
    package var message: String?

    /// Reports a page.
    package init(scene: SceneState, viewer: Viewer, look: TerminalLook, message: String? = nil) {
        self.scene = scene
        self.viewer = viewer
        self.look = look
        self.message = message
    }

    /// The page's title and card, and the text of its message.
    package var text: String {
        let card = CardText(viewer: viewer, look: look, kind: .scene).text(of: scene.card)
        let page = [look.heading(scene.title), card].filter { !$0.isEmpty }.joined(separator: "\n")
        return message.map { "\(page)\n\n\(TerminalText.safeLines($0))" } ?? page
    }

    /// The page's address, title, app and card, and the text of its message.
    package var json: JSONValue {
        let plain = CardText(viewer: viewer, look: TerminalLook(width: 80, usesColors: false), kind: .scene)
        var members: [String: JSONValue] = [
            "url": .string(scene.url),
            "title": .string(scene.title),
            "app": .string(scene.app.rawValue),
            "content": plain.json(of: scene.card),
        ]
        members["message"] = message.map(JSONValue.string)
        return .object(members)
    }
}
