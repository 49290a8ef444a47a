import AdaptiveCards
import JSON
import Markup

extension HTMLDrawing {
    /// Draws a row of buttons, with the secondary actions behind a “more” button.
    mutating func drawActions(_ actions: [Action], _ common: ElementProperties) {
        guard environment.supportsInteractivity, !actions.isEmpty else { return }
        begin("<div class=\"ac-element ac-actions", common)
        for action in actions where action.mode == .primary { drawButton(action) }
        if actions.contains(where: { $0.mode == .secondary }) {
            html.markup("<details class=\"ac-more\"><summary class=\"ac-action\"")
            html.attribute("aria-label", environment.moreActions)
            html.markup(">…</summary>")
            html.markup("<div class=\"ac-more-actions\">")
            for action in actions where action.mode == .secondary { drawButton(action) }
            html.markup("</div></details>")
        }
        html.markup("</div>")
    }

    mutating func drawButton(_ action: Action) {
        if case .openURL(let open) = action.kind, environment.link(open.url) == nil {
            html.write("<span class=\"ac-refused\">", action.title ?? "", "</span>")
            return
        }
        let isLink = beginTag(action)
        writeClass("ac-", action.style, unless: .default)
        html.markup("\"")
        writeBehavior(action)
        if let tooltip = action.tooltip, !tooltip.isEmpty {
            if Self.isName(tooltip, of: action.title ?? "") { html.attribute("aria-label", tooltip) }
            html.attribute("title", tooltip)
        }
        html.markup(">")
        if let icon = action.iconURL.flatMap(environment.imageSource) { drawIcon(icon) }
        html.text(action.title ?? "")
        html.markup(isLink ? "</a>" : "</button>")
    }

    /// Returns `true` if a tooltip is a better accessible name than the title: it contains the title, or the title has
    /// no letters, such as an arrow.
    ///
    /// An example is a list whose buttons all have the same title.
    ///
    /// Any other title stays the name, since people who use speech input say the text that they see (WCAG 2.5.3).
    private static func isName(_ tooltip: String, of title: String) -> Bool {
        !title.contains(where: \.isLetter) || tooltip.lowercased().contains(title.lowercased())
    }

    /// Covers a container with an invisible button or link for its select action.
    ///
    /// The cover is the container's first child, and the buttons and links inside the container lie above it. So they
    /// are never nested in HTML, and a click reaches the innermost one.
    mutating func drawOverlay(_ action: Action, name: (HTMLDrawing) -> String) {
        let isLink = beginTag(action)
        html.markup(" ac-select\"")
        writeBehavior(action)
        html.attribute("aria-label", overlayName(action, name: name))
        if let tooltip = action.tooltip, !tooltip.isEmpty { html.attribute("title", tooltip) }
        html.markup(isLink ? "></a>" : "></button>")
    }

    /// Returns the accessible name of a cover: the action's title, or else the container's text, or else the action's
    /// tooltip or target.
    private func overlayName(_ action: Action, name: (HTMLDrawing) -> String) -> String {
        if let title = action.title, !title.isEmpty { return title }
        let content = name(self)
        if !content.isEmpty { return content }
        if let tooltip = action.tooltip, !tooltip.isEmpty { return tooltip }
        return switch action.kind {
        case .openURL(let open): open.url
        case .execute(let execute): execute.verb ?? ""
        case .submit, .toggleVisibility, .unknown: ""
        }
    }

    /// Returns the select action of an element; `nil` if it has no effect here.
    func usable(_ action: Action?) -> Action? {
        guard let action, action.isEnabled, environment.supportsInteractivity else { return nil }
        switch action.kind {
        case .openURL(let open): return environment.link(open.url) == nil ? nil : action
        case .execute, .submit, .toggleVisibility: return action
        case .unknown: return nil
        }
    }

    /// Begins a tag and leaves its class attribute open.
    ///
    /// - Returns: `true` for the tag of a link, `false` for that of a button.
    private mutating func beginTag(_ action: Action) -> Bool {
        if case .openURL = action.kind {
            html.markup("<a class=\"ac-action")
            return true
        }
        html.markup("<button type=\"button\" class=\"ac-action")
        return false
    }

    private mutating func writeBehavior(_ action: Action) {
        switch action.kind {
        case .openURL(let open):
            if !action.isEnabled {
                html.markup(" role=\"link\" aria-disabled=\"true\"")
            } else if let target = environment.link(open.url) {
                html.target(target.href, opensNewWindow: target.opensNewWindow)
            }
            return
        case .execute(let execute):
            html.markup(" data-action=\"execute\"")
            html.attribute("data-payload", execute.data ?? [:])
            if let verb = execute.verb { html.attribute("data-verb", verb) }
            html.markup(execute.associatedInputs == .none ? " data-inputs=\"none\"" : " data-inputs=\"auto\"")
        case .submit(let submit):
            html.markup(" data-action=\"submit\"")
            html.attribute("data-payload", submit.data ?? [:])
            html.markup(submit.associatedInputs == .none ? " data-inputs=\"none\"" : " data-inputs=\"auto\"")
        case .toggleVisibility(let toggle):
            html.markup(" data-action=\"toggle\"")
            html.attribute("data-payload", .array(toggle.targets.map(payload)))
        case .unknown: break
        }
        if !action.isEnabled { html.markup(" disabled") }
    }

    private func payload(_ target: VisibilityTarget) -> JSONValue {
        ["id": .string(ids.id(target.id)), "visible": target.isVisible.map(JSONValue.bool) ?? .null]
    }
}
