package import JSON
package import TodayProtocol

/// An action of a person on a surface.
package struct Tap: Codable, Hashable, Sendable {
    package enum Target: Codable, Hashable, Sendable {
        case widget(WidgetID)
        /// On a page of an app, by the page's URL.
        case scene(url: String)
        /// In the share sheet, for an app; the tap's data is the `SharedContent`.
        case share(app: AppID)
        /// In the share sheet, for the Action extension of an app.
        case action(app: AppID)

        private enum CodingKeys: String, CodingKey { case widget, scene, share, action }
        private enum WidgetCodingKeys: String, CodingKey { case _0 = "id" }
        private enum SceneCodingKeys: String, CodingKey { case url }
        private enum ShareCodingKeys: String, CodingKey { case app }
        /// The former key of a widget's id, which stored taps and open pages may still have.
        private enum FormerCodingKeys: String, CodingKey { case id = "_0" }

        /// Reads `{"widget": {"id": …}}`, `{"scene": {"url": …}}`, `{"share": {"app": …}}` or `{"action": {"app": …}}`.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func app(_ key: CodingKeys) throws -> AppID {
                try container.nestedContainer(keyedBy: ShareCodingKeys.self, forKey: key).decode(
                    AppID.self,
                    forKey: .app
                )
            }
            switch container.allKeys {
            case [.widget]:
                let widget = try container.nestedContainer(keyedBy: WidgetCodingKeys.self, forKey: .widget)
                let former = try container.nestedContainer(keyedBy: FormerCodingKeys.self, forKey: .widget)
                let id = try widget.decodeIfPresent(WidgetID.self, forKey: ._0)
                self = .widget(try id ?? former.decode(WidgetID.self, forKey: .id))
            case [.scene]:
                let scene = try container.nestedContainer(keyedBy: SceneCodingKeys.self, forKey: .scene)
                self = .scene(url: try scene.decode(String.self, forKey: .url))
            case [.share]: self = .share(app: try app(.share))
            case [.action]: self = .action(app: try app(.action))
            default:
                let context = DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "a target is a widget, a scene, a share or an action"
                )
                throw DecodingError.dataCorrupted(context)
            }
        }
    }

    package var id: TapID
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
    /// The tap is done and its effects are on disk; the surface now opens the address `open`, an app's page or an
    /// external one. `message` is the sentence of an app that got shared content, `text` what an extension returns.
    case done(
        open: String?,
        undo: UndoOffer? = nil,
        message: String? = nil,
        text: String? = nil,
        opening: OpeningID? = nil
    )
    /// The inputs are invalid, by input id with a sentence each; nothing was done.
    case invalidInputs(errors: [String: String])
    /// The tap failed without effects and is not retried; the reason is a sentence for the person.
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
