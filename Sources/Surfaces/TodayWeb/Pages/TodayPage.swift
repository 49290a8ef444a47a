import HostModel
import LocalAPI
import Markup
import TodayProtocol

/// The Today screen as a page.
struct TodayPage: Page {
    /// Content of the page.
    struct Model: Sendable {
        var screen: ScreenState
        /// Widgets that this page shows expanded.
        var expanded: Set<WidgetID>
        /// Rows of the grid that widgets had on the last page of this browser.
        var rows: [WidgetID: Int] = [:]
        /// Widgets that took a second column on that page.
        var spread: Set<WidgetID> = []
        /// Number of actions that apps have not processed.
        var outbox = 0
        /// Notifications beside the screen; `nil` for a window that has no room for them.
        var notifications: NotificationsState?
        /// `true` if this browser shares its location.
        var sharesLocation = false
        /// Rights of the device.
        var rights = DeviceRights.change
        /// Devices to report as silent.
        var silentDevices: [Device] = []
        /// Time zone of the host, in which widgets are; `nil` if the person has the same one.
        var hostZone: String?
        var context: PageContext
    }

    private let model: Model
    /// Widgets that show something, in the order of the screen.
    private let sections: [PageWriter]
    /// Processor time for drawing each widget.
    let drawingTimes: [ChargeDrawingRequest.Drawing: Duration]

    /// Draws the widgets of a page.
    init(model: Model) {
        self.model = model
        var sections: [PageWriter] = []
        var times: [ChargeDrawingRequest.Drawing: Duration] = [:]
        for widget in model.screen.widgets where widget.setUp == nil {
            let isExpanded = model.expanded.contains(widget.id)
            let (section, time) = ChargeDrawingRequest.measure {
                WidgetSection(
                    widget: widget,
                    context: model.context,
                    isExpanded: isExpanded,
                    isEditable: model.rights == .change,
                    rows: model.rows[widget.id],
                    isSpread: model.spread.contains(widget.id)
                ).page
            }
            sections.append(section)
            times[.widget(widget.id)] = time
        }
        (self.sections, drawingTimes) = (sections, times)
    }

    var context: PageContext { model.context }
    var title: LocalizableText { .today }
    var sheets: [PageStyleSheet] { model.notifications == nil ? [.cards] : [.cards, .list] }
    var chrome: PageChrome {
        PageChrome(
            summary: context.summary,
            position: context.position,
            tab: .today,
            outbox: model.outbox,
            images: context.images
        )
    }
    var skip: (target: String, label: LocalizableText)? { ("widgets", .skipToWidgets) }

    func write(to page: inout PageWriter) {
        page.markup("<main class=\"column today\"\(context.placeAndZone)")
        page.markup("\(if: model.sharesLocation, " data-shares-location")>\(content(withEditor: false))")
        writeNotifications(to: &page)
        page.markup("</main>")
    }

    /// Returns the part of the page that is replaced when the screen changes.
    ///
    /// - Parameter withEditor: `true` to include the editor. The page leaves it out, since it is hidden; the script
    ///   loads it when the person edits the screen.
    /// - Returns: The markup, with its rules.
    func content(withEditor: Bool) -> PageWriter {
        var page = PageWriter(context.language)
        page.markup("<div id=\"screen\"\(context.appearance.attributes)>")
        writeDate(to: &page)
        if model.rights == .change { writeEditButton(to: &page) }
        for warning in model.screen.warnings {
            page.markup("<p class=\"warning\" role=\"note\">\(Symbol.warning)<span>\(warning)</span></p>")
        }
        for notice in model.screen.notices { page.markup("<p class=\"link-state\" role=\"status\">\(notice)</p>") }
        SilenceNotice(devices: model.silentDevices).write(to: &page)
        page.page(FailureList(failures: context.summary.failures, language: context.language).page)
        writeWidgets(to: &page)
        page.page(QuestionCard(context.summary, for: model.rights, in: page.language, images: context.images).page)
        if model.rights == .change { writeEditor(hasRows: withEditor, to: &page) }
        writeApps(to: &page)
        if let zone = model.hostZone {
            page.markup("<p class=\"aside\">\(.aboutTimeZone(zone)) ")
            page.markup("<a href=\"/settings#time-zone\">\(.changeVerb)</a></p>")
        }
        page.markup("<form class=\"bottom\" method=\"post\" action=\"/sign-out\">")
        page.markup("<button class=\"quiet-button\">\(.signOut)</button></form></div>")
        return page
    }

    /// Writes what is shown while the person edits the screen.
    private func writeEditor(hasRows: Bool, to page: inout PageWriter) {
        if hasRows {
            EditorSection(screen: model.screen, images: context.images).write(to: &page)
        } else {
            page.markup("<div class=\"editor\" id=\"editor\"></div>")
        }
    }

    private func writeEditButton(to page: inout PageWriter) {
        guard !model.screen.chosen.isEmpty || !model.screen.available.isEmpty else { return }
        page.markup("<div class=\"foot\">")
        page.markup("<button type=\"button\" class=\"edit-button pill\" aria-pressed=\"false\">\(.edit)</button>")
        page.markup("</div>")
    }

    private func writeDate(to page: inout PageWriter) {
        let heading = context.dates.heading
        page.markup("<h1 class=\"date\"\("lang", context.viewer.language)")
        page.markup(heading.contains(where: WritingDirection.mayBeRightToLeft) ? " dir=\"auto\">" : ">")
        for line in heading { page.markup("<span>\(line)</span> ") }
        page.markup("</h1><p class=\"clock\"><time id=\"clock\"\("lang", context.viewer.language)")
        page.markup(">\(context.dates.time)</time></p>")
    }

    /// Writes the column of notifications; the script fills it if the server did not know that there is room for it.
    private func writeNotifications(to page: inout PageWriter) {
        page.markup("<aside class=\"beside\" id=\"beside\" aria-labelledby=\"beside-title\">")
        page.markup("<h2 class=\"section-title\" id=\"beside-title\">")
        page.markup("<a href=\"/notifications\">\(.notifications)</a></h2>")
        if let state = model.notifications {
            let list = NotificationList(
                state: state,
                dates: context.dates,
                images: context.images,
                budget: NotificationList.budgetBesideScreen
            )
            page.page(list.page)
        }
        page.markup("</aside>")
    }

    private func writeWidgets(to page: inout PageWriter) {
        let chosen = model.screen.chosen.map(\.id.rawValue).joined(separator: " ")
        page.markup("<div class=\"widgets\" id=\"widgets\"\("data-chosen", chosen)>")
        if model.screen.widgets.isEmpty { writeEmpty(to: &page) }
        for section in sections { page.page(section) }
        let widgets = model.screen.widgets.filter { $0.setUp != nil }
        SetUpSection(widgets: widgets, rights: model.rights, context: context).write(to: &page)
        page.markup("</div>")
    }

    private func writeEmpty(to page: inout PageWriter) {
        page.markup("<div class=\"empty\">")
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
        page.markup("<h2 class=\"visually-hidden\" id=\"apps-title\">\(.apps)</h2><ul class=\"apps\">")
        for app in apps {
            page.markup("<li><a\("href", OpenURLRequest.page(app.url ?? ""))>")
            page.markup("\(AppIcon(app.title, of: app.id, in: context.images))")
            page.markup("<span class=\"label\">\(app.title)</span>")
            writeBadge(of: app.id, to: &page)
            page.markup("</a></li>")
        }
        page.markup("</ul></nav>")
    }

    /// Writes an app's badge; one of 0 is hidden, so that the script can update it.
    private func writeBadge(of app: AppID, to page: inout PageWriter) {
        let number = context.summary.badges[app] ?? 0
        page.markup(" <span class=\"badge\"\("data-badge", app.rawValue)\(if: number <= 0, " hidden")>")
        if number > 0 { page.text(BadgeText.short(number)) }
        page.markup("</span>")
    }
}

extension PageWriter {
    fileprivate mutating func writeEmpty(_ title: LocalizableText, _ sentence: LocalizableText) {
        markup("<h2>\(title)</h2><p>\(sentence)</p>")
    }
}
