public import JSON

extension Action {
    /// Opens a URL when something is pressed.
    public static func openURL(_ url: String) -> Action { Action(.openURL(OpenURLAction(url: url))) }

    /// Makes a button that opens a URL.
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

    /// Sends a verb and data when something is pressed.
    public static func execute(
        verb: String,
        data: JSONValue? = nil,
        associatedInputs: AssociatedInputs = .auto
    ) -> Action {
        Action(.execute(ExecuteAction(verb: verb, data: data, associatedInputs: associatedInputs)))
    }

    /// Makes a button that sends a verb and data.
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

    /// Sends data when something is pressed.
    public static func submit(data: JSONValue? = nil, associatedInputs: AssociatedInputs = .auto) -> Action {
        Action(.submit(SubmitAction(data: data, associatedInputs: associatedInputs)))
    }

    /// Makes a button that sends data.
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

    /// Shows, hides or flips elements when something is pressed.
    public static func toggleVisibility(targets: [VisibilityTarget]) -> Action {
        Action(.toggleVisibility(ToggleVisibilityAction(targets: targets)))
    }

    /// Makes a button that shows, hides or flips elements.
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

    /// Sets the tone.
    public func style(_ style: ActionStyle) -> Action { with(style: style, tooltip: tooltip, isEnabled: isEnabled) }

    /// Sets what a pointer that rests on the button is told.
    public func tooltip(_ tooltip: String) -> Action { with(style: style, tooltip: tooltip, isEnabled: isEnabled) }

    /// Sets whether the action can be done.
    public func enabled(_ isEnabled: Bool) -> Action { with(style: style, tooltip: tooltip, isEnabled: isEnabled) }

    private func with(style: ActionStyle, tooltip: String?, isEnabled: Bool) -> Action {
        var copy = self
        copy.style = style
        copy.tooltip = tooltip
        copy.isEnabled = isEnabled
        return copy
    }
}
