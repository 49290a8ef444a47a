import HostModel
import TodayProtocol

/// The lists in which the person adds, removes and reorders widgets.
struct EditorSection {
    let screen: ScreenState
    var images = BundleImageIndex.empty

    func write(to page: inout PageWriter) {
        page.markup("<div class=\"editor\" id=\"editor\">")
        page.markup("<h2 class=\"section-title\" id=\"chosen-title\" tabindex=\"-1\">\(.onTheScreen)</h2>")
        if screen.chosen.isEmpty {
            page.markup("<p class=\"none\">\(.addOneBelow)</p>")
        } else {
            page.markup("<ol id=\"chosen\" aria-labelledby=\"chosen-title\">")
            for (index, choice) in screen.chosen.enumerated() {
                write(choice, at: index, to: &page)
            }
            page.markup("</ol>")
        }
        page.markup("<h2 class=\"section-title\" id=\"available-title\">\(.doNotInclude)</h2>")
        if screen.available.isEmpty {
            page.markup("<p class=\"none\">\(.everyWidgetIsShown)</p>")
        } else {
            page.markup("<ul id=\"available\" aria-labelledby=\"available-title\">")
            for choice in screen.available { write(choice, at: nil, to: &page) }
            page.markup("</ul>")
        }
        page.markup("</div>")
    }

    /// Writes a widget; one that is not on the screen has no index.
    private func write(_ choice: ScreenState.Choice, at index: Int?, to page: inout PageWriter) {
        page.markup("<li class=\"row\(if: index != nil, " \(choice.family.rawValue)")\"")
        page.markup("\("id", "e-" + choice.id.rawValue)\("data-id", choice.id.rawValue)\("data-name", choice.title)")
        if let next = choice.next, index != nil { page.attribute("data-next", next.rawValue) }
        page.markup(">")
        writeTool(
            index == nil ? "add" : "remove",
            index == nil ? .add : .remove,
            index == nil ? .add(choice.title) : .remove(choice.title),
            to: &page
        )
        page.markup("<span class=\"what\">")
        page.markup("\(AppIcon(choice.title, of: choice.app, image: images.icon(of: choice.id.bundle)))")
        page.markup("<span><b>\(choice.title)</b>")
        if !choice.title.hasPrefix(choice.appTitle) { page.markup("<small>\(choice.appTitle)</small>") }
        if index != nil { writeMore(of: choice, to: &page) }
        page.markup("</span></span>")
        if let index {
            writeTool("up", .up, .moveUp(choice.title), isEnabled: index > 0, to: &page)
            writeTool("down", .down, .moveDown(choice.title), isEnabled: index < screen.chosen.count - 1, to: &page)
            page.markup("<span class=\"tool grip\" aria-hidden=\"true\">\(Symbol.grip)</span>")
            writeSizes(of: choice, to: &page)
        }
        page.markup("</li>")
    }

    /// Writes the choice of the size in the grid, if there is more than one.
    private func writeSizes(of choice: ScreenState.Choice, to page: inout PageWriter) {
        guard choice.families.count > 1 else { return }
        page.markup("<fieldset class=\"sizes\"><legend class=\"visually-hidden\">\(.sizeOf(choice.title))</legend>")
        for family in WidgetFamily.allCases where choice.families.contains(family) {
            page.markup("<label><input type=\"radio\" autocomplete=\"off\" data-size")
            page.attribute("id", "size-\(family.rawValue)-" + choice.id.rawValue)
            page.markup("\("name", "size-" + choice.id.rawValue)\("value", family.rawValue)")
            page.markup("\(if: family == choice.family, " checked")><span>\(family.title)</span></label>")
        }
        page.markup("</fieldset>")
    }

    /// Writes the link that configures a widget on the screen, and the button that adds another instance of it.
    private func writeMore(of choice: ScreenState.Choice, to page: inout PageWriter) {
        guard choice.isConfigurable || choice.next != nil else { return }
        page.markup("<span class=\"also\">")
        if choice.isConfigurable {
            page.markup("<a\("href", PageLink.configuration(of: choice.id))")
            page.markup("\("aria-label", .configureWidget(choice.title))>\(.configure)</a>")
        }
        if choice.next != nil {
            page.markup("<button type=\"button\" class=\"again\"")
            page.markup("\("aria-label", .addAnotherOf(choice.title))>\(.addAnother)</button>")
        }
        page.markup("</span>")
    }

    private func writeTool(
        _ name: String,
        _ symbol: Symbol,
        _ label: LocalizableText,
        isEnabled: Bool = true,
        to page: inout PageWriter
    ) {
        page.markup("<button type=\"button\" class=\"tool ")
        page.markup("\(name)\"\("aria-label", label)\(if: !isEnabled, " disabled")>\(symbol)</button>")
    }
}

extension WidgetFamily {
    /// Label of the size in the form.
    fileprivate var title: LocalizableText {
        switch self {
        case .small: .smallSize
        case .medium: .mediumSize
        case .large: .largeSize
        }
    }
}
