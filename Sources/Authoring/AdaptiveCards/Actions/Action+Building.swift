public import JSON

extension Action {
    /// Returns an action that opens a URL, for parts of a card that can be pressed.
    public static func openURL(_ url: String) -> Action { Action(.openURL(OpenURLAction(url: url))) }

    /// Returns a button that opens a URL.
    public static func openURL(
        _ title: String,
        url: String,
        style: ActionStyle = .default,
        tooltip: String? = nil,
        isEnabled: Bool = true
    ) -> Action {
        Action(.openURL(OpenURLAction(url: url)), title: title)
            .with(style: style, tooltip: tooltip, isEnabled: isEnabled)
    }

    /// Returns an action that sends a verb and data, for parts of a card that can be pressed.
    public static func execute(
        verb: String,
        data: JSONValue? = nil,
        associatedInputs: AssociatedInputs = .auto
    ) -> Action {
        Action(.execute(ExecuteAction(verb: verb, data: data, associatedInputs: associatedInputs)))
    }

    /// Returns a button that sends a verb and data.
    public static func execute(
        _ title: String,
        verb: String,
        data: JSONValue? = nil,
        associatedInputs: AssociatedInputs = .auto,
        style: ActionStyle = .default,
        tooltip: String? = nil,
        isEnabled: Bool = true
    ) -> Action {
        Action(
            .execute(ExecuteAction(verb: verb, data: data, associatedInputs: associatedInputs)),
            title: title
        ).with(style: style, tooltip: tooltip, isEnabled: isEnabled)
    }

    /// Returns an action that sends data, for parts of a card that can be pressed.
    public static func submit(data: JSONValue? = nil, associatedInputs: AssociatedInputs = .auto) -> Action {
        Action(.submit(SubmitAction(data: data, associatedInputs: associatedInputs)))
    }

    /// Returns a button that sends data.
    public static func submit(
        _ title: String,
        data: JSONValue? = nil,
        associatedInputs: AssociatedInputs = .auto,
        style: ActionStyle = .default,
        tooltip: String? = nil,
        isEnabled: Bool = true
    ) -> Action {
        Action(.submit(SubmitAction(data: data, associatedInputs: associatedInputs)), title: title)
            .with(style: style, tooltip: tooltip, isEnabled: isEnabled)
    }

    /// Returns an action that shows, hides or toggles elements, for parts of a card that can be pressed.
    public static func toggleVisibility(targets: [VisibilityTarget]) -> Action {
        Action(.toggleVisibility(ToggleVisibilityAction(targets: targets)))
    }

    /// Returns a button that shows, hides or toggles elements.
    public static func toggleVisibility(
        _ title: String,
        targets: [VisibilityTarget],
        style: ActionStyle = .default,
        tooltip: String? = nil,
        isEnabled: Bool = true
    ) -> Action {
        Action(.toggleVisibility(ToggleVisibilityAction(targets: targets)), title: title)
            .with(style: style, tooltip: tooltip, isEnabled: isEnabled)
    }

    /// Returns the action with a style.
    public func style(_ style: ActionStyle) -> Action { with(style: style, tooltip: tooltip, isEnabled: isEnabled) }

    /// Returns the action with a tooltip.
    public func tooltip(_ tooltip: String) -> Action { with(style: style, tooltip: tooltip, isEnabled: isEnabled) }

    /// Returns the action enabled or disabled.
    public func enabled(_ isEnabled: Bool) -> Action { with(style: style, tooltip: tooltip, isEnabled: isEnabled) }

    private func with(style: ActionStyle, tooltip: String?, isEnabled: Bool) -> Action {
        var copy = self
        copy.style = style
        copy.tooltip = tooltip
        copy.isEnabled = isEnabled
        return copy
    }
}
