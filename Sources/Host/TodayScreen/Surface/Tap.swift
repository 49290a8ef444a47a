package import JSON
package import TodayProtocol

/// Something a person did on a surface.
package struct Tap: Codable, Hashable, Sendable {
    /// Where it was done.
    package enum Target: Codable, Hashable, Sendable {
        /// On a widget.
        case widget(WidgetID)
        /// On a page of an app, by the page's URL.
        case scene(url: String)
        /// In the sheet in which something is shared with an app; the tap's data is the `SharedContent`.
        case share(app: AppID)
        /// In the same sheet, with the app's Action extension.
        case action(app: AppID)

        private enum CodingKeys: String, CodingKey { case widget, scene, share, action }
        private enum WidgetCodingKeys: String, CodingKey {
            case id
            /// What `id` was called; stored taps and pages that are open still have it.
            case formerID = "_0"
        }
        private enum SceneCodingKeys: String, CodingKey { case url }
        private enum ShareCodingKeys: String, CodingKey { case app }

        /// Reads `{"widget": {"id": …}}`, `{"scene": {"url": …}}`, `{"share": {"app": …}}` or `{"action": {"app": …}}`.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard container.allKeys.count == 1 else {
                let context = DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "a target is a widget, a scene, a share or an action"
                )
                throw DecodingError.dataCorrupted(context)
            }
            if container.contains(.widget) {
                let widget = try container.nestedContainer(keyedBy: WidgetCodingKeys.self, forKey: .widget)
                let id = try widget.decodeIfPresent(WidgetID.self, forKey: .id)
                self = .widget(try id ?? widget.decode(WidgetID.self, forKey: .formerID))
            } else if container.contains(.share) {
                let share = try container.nestedContainer(keyedBy: ShareCodingKeys.self, forKey: .share)
                self = .share(app: try share.decode(AppID.self, forKey: .app))
            } else if container.contains(.action) {
                let action = try container.nestedContainer(keyedBy: ShareCodingKeys.self, forKey: .action)
                self = .action(app: try action.decode(AppID.self, forKey: .app))
            } else {
                let scene = try container.nestedContainer(keyedBy: SceneCodingKeys.self, forKey: .scene)
                self = .scene(url: try scene.decode(String.self, forKey: .url))
            }
        }

        /// Writes what ``init(from:)`` reads.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .widget(let id):
                var widget = container.nestedContainer(keyedBy: WidgetCodingKeys.self, forKey: .widget)
                try widget.encode(id, forKey: .id)
            case .scene(let url):
                var scene = container.nestedContainer(keyedBy: SceneCodingKeys.self, forKey: .scene)
                try scene.encode(url, forKey: .url)
            case .share(let app):
                var share = container.nestedContainer(keyedBy: ShareCodingKeys.self, forKey: .share)
                try share.encode(app, forKey: .app)
            case .action(let app):
                var action = container.nestedContainer(keyedBy: ShareCodingKeys.self, forKey: .action)
                try action.encode(app, forKey: .app)
            }
        }
    }

    /// The tap's id, made on the surface; the same tap may be sent again and is done once.
    package var id: TapID
    /// Where it was done.
    package var target: Target
    /// The action's verb, if the card gave one.
    package var verb: String?
    /// The action's data, as the card gave it.
    package var data: JSONValue
    /// What stood in the page's inputs, by input id; none if the action sends no inputs (`associatedInputs` is `none`),
    /// as always on a widget.
    package var inputs: [String: String]?

    /// Describes a tap.
    package init(
        id: TapID,
        target: Target,
        verb: String? = nil,
        data: JSONValue = [:],
        inputs: [String: String]? = nil
    ) {
        self.id = id
        self.target = target
        self.verb = verb
        self.data = data
        self.inputs = inputs
    }
}

/// How a tap ended; the same for every time it is sent.
package enum TapOutcome: Codable, Hashable, Sendable {
    /// It is done and its effects are on disk.
    ///
    /// - Parameters:
    ///   - open: An address that the surface opens now: an app's page or an address outside.
    ///   - undo: What the surface offers to undo.
    ///   - message: What an app says that something was shared with: a sentence for the person.
    ///   - text: The text that an Action extension returns to where the content came from.
    ///   - opening: What names the opening to the process that asked for it.
    case done(
        open: String?,
        undo: UndoOffer? = nil,
        message: String? = nil,
        text: String? = nil,
        opening: OpeningID? = nil
    )
    /// The inputs were refused; nothing was done.
    ///
    /// - Parameter errors: A sentence by input id.
    case invalidInputs(errors: [String: String])
    /// It failed, nothing was done, and it is not tried again.
    ///
    /// - Parameter reason: A sentence for the person.
    case failed(reason: String)

    private enum CodingKeys: String, CodingKey { case done, invalidInputs, failed }
    private enum DoneCodingKeys: String, CodingKey { case open, undo, message, text, opening }
    private enum InvalidInputsCodingKeys: String, CodingKey { case errors }
    private enum FailedCodingKeys: String, CodingKey { case reason }
}
