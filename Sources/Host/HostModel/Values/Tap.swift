package import JSON
package import TodayProtocol

/// An action of a person on a surface.
package struct Tap: Codable, Hashable, Sendable {
    /// The place of a tap.
    package enum Target: Codable, Hashable, Sendable {
        /// On a widget.
        case widget(WidgetID)
        /// On a page of an app, by the page's URL.
        case scene(url: String)
        /// In the share sheet, for an app; the tap's data is the `SharedContent`.
        case share(app: AppID)
        /// In the share sheet, for the Action extension of an app.
        case action(app: AppID)

        private enum CodingKeys: String, CodingKey { case widget, scene, share, action }
        private enum WidgetCodingKeys: String, CodingKey {
            case id
            /// The former key of `id`, which stored taps and open pages may still have.
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

    /// The tap's id, created on the surface; a tap that is sent again is performed only once.
    package var id: TapID
    /// The place of the tap.
    package var target: Target
    /// The action's verb, if the card has one.
    package var verb: String?
    /// The action's data, from the card.
    package var data: JSONValue
    /// The values of the page's inputs, by input id; `nil` if the action sends none (`associatedInputs` is `none`), and
    /// always for a widget.
    package var inputs: [String: String]?

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

/// The outcome of a tap, which is the same each time the tap is sent.
package enum TapOutcome: Codable, Hashable, Sendable {
    /// The tap is done and its effects are on disk.
    ///
    /// - Parameters:
    ///   - open: An address that the surface opens now: that of an app's page or an external one.
    ///   - undo: An offer to undo the action.
    ///   - message: The answer of an app with which content was shared: a sentence for the person.
    ///   - text: The text that an Action extension returns to the source of the content.
    ///   - opening: The id of the opening, for the process that requested it.
    case done(
        open: String?,
        undo: UndoOffer? = nil,
        message: String? = nil,
        text: String? = nil,
        opening: OpeningID? = nil
    )
    /// The inputs are invalid; nothing was done.
    ///
    /// - Parameter errors: A sentence for each invalid input, by input id.
    case invalidInputs(errors: [String: String])
    /// The tap failed without effects and is not retried.
    ///
    /// - Parameter reason: A sentence for the person.
    case failed(reason: LocalizableText)

    /// Reads the JSON that ``stored()`` returned.
    package init(stored json: JSONValue) throws {
        let outcome: TapOutcome = try json.decode()
        // Decoding a reason takes its string as it is.
        if case .failed(let reason) = outcome {
            self = .failed(reason: LocalizableText(stored: reason.english))
        } else {
            self = outcome
        }
    }

    /// Returns the outcome as JSON for the store, where a reason keeps its key.
    package func stored() throws -> JSONValue {
        guard case .failed(let reason) = self else { return try JSONValue(encoding: self) }
        return try JSONValue(encoding: TapOutcome.failed(reason: .text(reason.stored)))
    }
}
