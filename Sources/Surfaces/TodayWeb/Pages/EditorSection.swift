import HostModel
import TodayProtocol

/// What is shown below the widgets while the person edits the screen: those that can be added, and those on the screen
/// that have nothing to show now; and the menu of a widget.
struct EditorSection {
    let screen: ScreenState
    var images = BundleImageIndex.empty

    func write(to page: inout PageWriter) {
        page.markup("<div class=\"editor\" id=\"editor\">")
        page.markup("<h2 class=\"section-title\" id=\"available-title\" tabindex=\"-1\">\(.addWidgets)</h2>")
        if screen.available.isEmpty {
            page.markup("<p class=\"none\">\(.everyWidgetIsShown)</p>")
        } else {
            page.markup("<ul id=\"available\" aria-labelledby=\"available-title\">")
            for choice in screen.available { write(choice, isShown: false, to: &page) }
            page.markup("</ul>")
        }
        let visible = Set(screen.widgets.map(\.id))
        let empty = screen.chosen.filter { !visible.contains($0.id) }
        if !empty.isEmpty {
            page.markup("<h2 class=\"section-title\" id=\"hidden-title\">\(.hiddenWhileEmpty)</h2>")
            page.markup("<ul id=\"hidden\" aria-labelledby=\"hidden-title\">")
            for choice in empty { write(choice, isShown: true, to: &page) }
            page.markup("</ul>")
        }
        page.markup("<p class=\"visually-hidden\" id=\"edit-hint\">\(.moveWithArrowKeys)</p>")
        writeMenu(to: &page)
        page.markup("</div>")
    }

    private func write(_ choice: ScreenState.Choice, isShown: Bool, to page: inout PageWriter) {
        page.markup("<li class=\"row\"\("id", "e-" + choice.id.rawValue)")
        page.markup("\("data-id", choice.id.rawValue)\("data-name", choice.title)>")
        page.markup("\(AppIcon(choice.title, of: choice.app, image: images.icon(of: choice.id.bundle)))")
        page.markup("<span class=\"what\"><b>\(choice.title)</b>")
        if !choice.title.hasPrefix(choice.appTitle) { page.markup("<small>\(choice.appTitle)</small>") }
        page.markup("</span>")
        if isShown, choice.isConfigurable {
            page.markup("<a class=\"set-up\"\("href", PageLink.configuration(of: choice.id))>\(.configure)</a>")
        }
        page.markup("<button type=\"button\" class=\"tool \(markup: isShown ? "remove" : "add")\"")
        if isShown, choice.isConfigurable {
            page.attribute("data-configure", PageLink.configuration(of: choice.id))
        }
        page.markup("\("aria-label", isShown ? .remove(choice.title) : .add(choice.title))></button></li>")
    }

    /// Writes the menu of a widget; the script shows the items that the widget has.
    private func writeMenu(to page: inout PageWriter) {
        page.markup("<div class=\"widget-menu\" id=\"widget-menu\" popover role=\"menu\">")
        page.markup("<div class=\"sizes\" role=\"group\"\("aria-label", .size)>")
        for family in WidgetFamily.allCases {
            page.markup("<button type=\"button\" role=\"menuitemradio\" aria-checked=\"false\"")
            page.markup("\("data-size", family.rawValue)><i></i><span>\(family.title)</span></button>")
        }
        page.markup("</div><button type=\"button\" role=\"menuitem\" data-move=\"-1\">\(.moveEarlier)</button>")
        page.markup("<button type=\"button\" role=\"menuitem\" data-move=\"1\">\(.moveLater)</button>")
        page.markup("<a role=\"menuitem\" href=\"/\" data-configure>\(.configure)</a>")
        page.markup("<button type=\"button\" role=\"menuitem\" data-again>\(.addAnother)</button></div>")
    }
}

extension WidgetFamily {
    /// Label of the size.
    var title: LocalizableText {
        switch self {
        case .small: .smallSize
        case .medium: .mediumSize
        case .large: .largeSize
        case .wide: .wideSize
        }
    }
}
