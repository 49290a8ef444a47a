import Foundation
import HostModel
import LocalAPI
import Markup
import TodayProtocol

/// The Today screen as a page.
struct TodayPage {
    /// Content of the page.
    struct Model: Sendable {
        var screen: ScreenState
        /// Badges, questions and failures.
        var summary: NotificationSummary
        /// The language and time zone of the person.
        var viewer: Viewer
        /// Current time.
        var now: Date
        /// Widgets that this page shows expanded.
        var expanded: Set<WidgetID>
        /// Number of actions that apps have not processed.
        var outbox = 0
        /// The images of the installed bundles.
        var images = BundleImageIndex.empty
        /// Notifications beside the screen; `nil` for a window that has no room for them.
        var notifications: NotificationsState?
        /// `true` if this browser shares its location.
        var sharesLocation = false
        /// Rights of the device.
        var rights = DeviceRights.change
        /// Devices to report as silent.
        var silentDevices: [Device] = []
    }

    let model: Model
    /// Widgets, in the order of the screen.
    private let sections: [PageWriter]
    /// Processor time for drawing each widget.
    let drawingTimes: [ChargeDrawingRequest.Drawing: Duration]

    /// Draws the widgets of a page.
    init(model: Model) {
        self.model = model
        var sections: [PageWriter] = []
        var times: [ChargeDrawingRequest.Drawing: Duration] = [:]
        for widget in model.screen.widgets {
            let (section, time) = ChargeDrawingRequest.measure { Self.section(widget, model) }
            sections.append(section)
            times[.widget(widget.id)] = time
        }
        (self.sections, drawingTimes) = (sections, times)
    }

    private var language: PageLanguage { model.viewer.pageLanguage }

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: LocalizableText.today.text(in: language),
            nonce: nonce,
            language: language,
            sheets: model.notifications == nil ? [.cards] : [.cards, .list],
            chrome: PageChrome(
                summary: model.summary,
                position: model.screen.position,
                tab: .today,
                outbox: model.outbox,
                images: model.images
            ),
            skip: ("widgets", .skipToWidgets)
        ).wrap { page in
            page.markup("<main class=\"column today\"")
            page.attribute("data-position", model.screen.position.description)
            page.attribute("data-zone", model.viewer.zone)
            if model.sharesLocation { page.markup(" data-shares-location") }
            page.markup(">")
            page.page(content(withEditor: false))
            writeNotifications(to: &page)
            page.markup("</main>")
        }
    }

    /// Returns the part of the page that is replaced when the screen changes.
    ///
    /// - Parameter withEditor: `true` to include the rows of the editor. The page leaves them out, since they are
    ///   hidden and a quarter of its bytes; the script loads them when the person edits the screen.
    /// - Returns: The markup, with its rules.
    func content(withEditor: Bool) -> PageWriter {
        var page = PageWriter(language)
        page.markup("<div id=\"screen\">")
        writeDate(to: &page)
        for warning in model.screen.warnings {
            page.markup("<p class=\"warning\" role=\"note\">")
            page.markup(Symbol.warning.markup)
            page.markup("<span>")
            page.text(warning)
            page.markup("</span></p>")
        }
        for notice in model.screen.notices {
            page.markup("<p class=\"link-state\" role=\"status\">")
            page.text(notice)
            page.markup("</p>")
        }
        SilenceNotice(devices: model.silentDevices).write(to: &page)
        page.page(FailureList(failures: model.summary.failures, language: language).page)
        writeWidgets(to: &page)
        if model.rights == .change { writeEditor(hasRows: withEditor, to: &page) }
        writeApps(to: &page)
        page.markup("<form class=\"bottom\" method=\"post\" action=\"/sign-out\">")
        page.markup("<button class=\"quiet-button\">")
        page.text(.signOut)
        page.markup("</button></form></div>")
        return page
    }

    /// Writes the lists of widgets, and the button that shows them.
    private func writeEditor(hasRows: Bool, to page: inout PageWriter) {
        if hasRows {
            EditorSection(screen: model.screen, images: model.images).write(to: &page)
        } else {
            page.markup("<div class=\"editor\" id=\"editor\"></div>")
        }
        if !model.screen.chosen.isEmpty || !model.screen.available.isEmpty {
            page.markup("<div class=\"foot\">")
            page.markup("<button type=\"button\" class=\"edit-button pill\" aria-pressed=\"false\">")
            page.text(.edit)
            page.markup("</button></div>")
        }
    }

    /// Returns one widget, for the event stream.
    static func section(_ widget: ShownWidget, _ model: Model) -> PageWriter {
        WidgetSection(
            widget: widget,
            viewer: model.viewer,
            dates: PageDates(now: model.now, viewer: model.viewer),
            isExpanded: model.expanded.contains(widget.id),
            images: model.images
        ).page
    }

    private func writeDate(to page: inout PageWriter) {
        let heading = PageDates(now: model.now, viewer: model.viewer).heading
        page.markup("<h1 class=\"date\"")
        page.attribute("lang", model.viewer.language)
        page.markup(heading.contains(where: WritingDirection.mayBeRightToLeft) ? " dir=\"auto\">" : ">")
        for line in heading {
            page.markup("<span>")
            page.text(line)
            page.markup("</span> ")
        }
        page.markup("</h1><p class=\"clock\"><time id=\"clock\"")
        page.attribute("lang", model.viewer.language)
        page.markup(">")
        page.text(PageDates(now: model.now, viewer: model.viewer).time)
        page.markup("</time></p>")
    }

    /// Writes the column of notifications; the script fills it if the server did not know that there is room for it.
    private func writeNotifications(to page: inout PageWriter) {
        page.markup("<aside class=\"beside\" id=\"beside\" aria-labelledby=\"beside-title\">")
        page.markup("<h2 class=\"section-title\" id=\"beside-title\"><a href=\"/notifications\">")
        page.text(.notifications)
        page.markup("</a></h2>")
        if let state = model.notifications {
            let dates = PageDates(now: model.now, viewer: model.viewer)
            let list = NotificationList(
                state: state,
                dates: dates,
                images: model.images,
                budget: NotificationList.budgetBesideScreen
            )
            page.page(list.page)
        }
        page.markup("</aside>")
    }

    private func writeWidgets(to page: inout PageWriter) {
        guard !model.screen.widgets.isEmpty else { return writeEmpty(to: &page) }
        page.markup("<div class=\"widgets\" id=\"widgets\">")
        for section in sections { page.page(section) }
        page.markup("</div>")
    }

    private func writeEmpty(to page: inout PageWriter) {
        page.markup("<div class=\"empty\" id=\"widgets\">")
        if model.screen.apps.isEmpty && model.screen.available.isEmpty && model.screen.chosen.isEmpty {
            page.writeEmpty(.noApps, .installAnApp)
            page.writeCommand("today install Weather.app")
        } else if model.screen.chosen.isEmpty {
            page.writeEmpty(.noWidgets, .chooseEdit)
        } else {
            page.writeEmpty(.nothingNow, .widgetsHaveNothing)
        }
        page.markup("</div>")
    }

    private func writeApps(to page: inout PageWriter) {
        let apps = model.screen.apps.filter { $0.url != nil }
        guard !apps.isEmpty else { return }
        page.markup("<nav class=\"apps-section\" aria-labelledby=\"apps-title\">")
        page.markup("<h2 class=\"visually-hidden\" id=\"apps-title\">")
        page.text(.apps)
        page.markup("</h2><ul class=\"apps\">")
        for app in apps {
            page.markup("<li><a")
            page.attribute("href", OpenURLRequest.page(app.url ?? ""))
            page.markup(">")
            AppIcon(title: app.title, id: app.id.rawValue, image: model.images.icon(of: app.id)).write(to: &page)
            page.markup("<span class=\"label\">")
            page.text(app.title)
            page.markup("</span>")
            writeBadge(of: app.id, to: &page)
            page.markup("</a></li>")
        }
        page.markup("</ul></nav>")
    }

    /// Writes an app's badge; one of 0 is hidden, so that the script can update it.
    private func writeBadge(of app: AppID, to page: inout PageWriter) {
        let number = model.summary.badges[app] ?? 0
        page.markup(" <span class=\"badge\"")
        page.attribute("data-badge", app.rawValue)
        if number <= 0 { page.markup(" hidden") }
        page.markup(">")
        if number > 0 { page.text(BadgeText.short(number)) }
        page.markup("</span>")
    }
}

extension PageWriter {
    fileprivate mutating func writeEmpty(_ title: LocalizableText, _ sentence: LocalizableText) {
        markup("<h2>")
        text(title)
        markup("</h2><p>")
        text(sentence)
        markup("</p>")
    }
}
