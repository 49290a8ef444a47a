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
    /// - Parameter open: An address that the surface opens now: an app's page or an address outside.
    case done(open: String?)
    /// The inputs were refused; nothing was done.
    ///
    /// - Parameter errors: A sentence by input id.
    case invalidInputs(errors: [String: String])
    /// It failed, nothing was done, and it is not tried again.
    ///
    /// - Parameter reason: A sentence for the person.
    case failed(reason: String)
}
