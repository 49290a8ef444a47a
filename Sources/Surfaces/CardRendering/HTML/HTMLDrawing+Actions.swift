import AdaptiveCards
import JSON
import Markup

extension HTMLDrawing {
    /// Draws a row of buttons, with the secondary actions behind a "more" button.
    mutating func drawActions(_ actions: [Action], _ common: ElementProperties) {
        guard environment.supportsInteractivity, !actions.isEmpty else { return }
        html.markup("<div class=\"ac-element ac-actions")
        writeClasses(common)
        endClasses(common)
        html.markup(">")
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
            html.markup("<span class=\"ac-refused\">")
            html.text(action.title ?? "")
            html.markup("</span>")
            return
        }
        let isLink = beginTag(action)
        html.markup(HTMLClasses.action(action.style))
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

    /// Whether a tooltip names a button better than its title, as in a list whose buttons all have the same one: it says the
    /// title and more, or the title has no word at all, such as an arrow.
    ///
    /// A person who speaks to the browser says what they see, so any other title stays the name (WCAG 2.5.3).
    private static func isName(_ tooltip: String, of title: String) -> Bool {
        !title.contains(where: \.isLetter) || tooltip.lowercased().contains(title.lowercased())
    }

    /// Covers a container with an invisible button or link for its select action.
    ///
    /// The cover is the container's first child, and buttons and links inside the container are above it. So they are
    /// never nested in HTML, and the innermost one is pressed.
    mutating func drawOverlay(_ action: Action, name: (HTMLDrawing) -> String) {
        let isLink = beginTag(action)
        html.markup(" ac-select\"")
        writeBehavior(action)
        html.attribute("aria-label", overlayName(action, name: name))
        if let tooltip = action.tooltip, !tooltip.isEmpty { html.attribute("title", tooltip) }
        html.markup(isLink ? "></a>" : "></button>")
    }

    /// Returns the accessible name of a cover: the action's title, or the text of the container, or else the tooltip or
    /// the target of the action.
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

    /// Returns the action of an element that can be pressed as a whole, or `nil` if it has no effect here.
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
                writeTarget(target)
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

    mutating func writeTarget(_ target: LinkTarget) {
        html.attribute("href", target.href)
        if target.opensNewWindow { html.markup(" target=\"_blank\" rel=\"noopener noreferrer\"") }
    }
}
