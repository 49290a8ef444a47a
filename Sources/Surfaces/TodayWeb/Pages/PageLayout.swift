import HostModel
import TodayProtocol

/// The frame of every page: the head with the style sheets, the script, and the live regions.
struct PageLayout {
    let title: String
    let nonce: String
    /// Language of the texts.
    var language = PageLanguage.english
    /// Style sheets that the content needs.
    var sheets: [PageStyleSheet] = []
    /// The tabs and the banners around the content, which the script updates; `nil` on a page without
    /// them.
    var chrome: PageChrome?
    /// The accent color and the density.
    var appearance = Appearance.initial
    /// Path of the module of a page without `chrome`; `nil` if it needs none.
    var script: String?

    /// Id and label of the target of the link that skips to the content.
    var skip: (target: String, label: LocalizableText)?

    func wrap(_ write: (inout PageWriter) -> Void) -> [UInt8] {
        var body = PageWriter(language)
        write(&body)
        var page = PageWriter(language)
        let limits = PageRights.current == .change ? nil : PageRights.current.rawValue
        page.markup("<!DOCTYPE html><html\("lang", language.tag)\("class", PageTheme.current?.rawValue)")
        page.markup("\("data-rights", limits)\(appearance.attributes)><head><meta charset=\"utf-8\"><title>")
        if let sum = chrome?.summary.badgeSum, sum > 0 { page.text("(\(BadgeText.short(sum))) ") }
        page.markup("\(title)</title>")
        page.markup("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1,viewport-fit=cover\">")
        page.markup("<meta name=\"color-scheme\" content=\"\(PageTheme.current?.rawValue ?? "dark light")\">")
        for theme in PageTheme.allCases { theme.writeBarColor(to: &page) }
        page.markup("<link rel=\"icon\" id=\"icon\" type=\"image/svg+xml\"")
        page.markup("\("href", Favicon.path(of: chrome?.summary.badgeSum ?? 0))>")
        if chrome != nil {
            // With cookies, since the manifest names the person's apps.
            page.markup("<link rel=\"manifest\" crossorigin=\"use-credentials\"\("href", WebAppManifest.path)>")
            page.markup("<link rel=\"apple-touch-icon\"\("href", WebAppIcon.touch.path)>")
        }
        page.markup("<style\("nonce", nonce)>")
        let sheets = PageRights.current == .change ? sheets : sheets + [.limited]
        page.styleSheet(
            sheets.filter(\.isAdapted).map(\.bytes) + [Assets.styleSheet]
                + sheets.filter { !$0.isAdapted }.map(\.bytes),
            rules: body.rules
        )
        page.markup("</style>")
        if let script = chrome == nil ? script : Assets.scriptPath {
            // Scripts run in this order, once the page has been read.
            page.markup("<script defer\("src", Assets.stringsPath(in: language))></script>")
            let sheet = chrome == nil ? nil : "/later/" + Assets.laterStyleSheetName
            page.markup("<script type=\"module\"\("src", script)\("data-sheet", sheet)></script>")
        }
        page.markup("</head><body>")
        if let skip { page.markup("<a class=\"skip\"\("href", "#" + skip.target)>\(skip.label)</a>") }
        chrome?.writeNotices(title: title, to: &page)
        chrome?.writeTabs(to: &page)
        page.page(body)
        if let chrome {
            writeSheet(to: &page)
            page.page(AlertCard(chrome.summary, for: PageRights.current, in: language, images: chrome.images).dialog)
            page.markup("<p class=\"status\" id=\"status\" role=\"status\"></p>")
            page.markup("<p class=\"visually-hidden\" id=\"announcer\" role=\"status\"></p>")
        }
        page.markup("</body></html>")
        return page.bytes
    }

    /// Writes the sheet that asks for a passcode, a text or a confirmation; the script fills it in.
    private func writeSheet(to page: inout PageWriter) {
        page.markup(
            "<dialog class=\"sheet\" id=\"sheet\" aria-labelledby=\"sheet-title\" aria-describedby=\"sheet-about\">"
        )
        page.markup("<form method=\"dialog\"><h2 id=\"sheet-title\"></h2><p id=\"sheet-about\"></p>")
        page.markup("<label data-part=\"text\"><span class=\"visually-hidden\">\(.textField)</span>")
        page.markup("<input class=\"field\" name=\"text\" maxlength=\"4096\" autocomplete=\"off\"></label>")
        writePasscodeField("current", "name=\"current\"", .passcode, to: &page)
        writePasscodeField("new", "name=\"new\" minlength=\"4\"", .newPasscode, to: &page)
        writePasscodeField("new", "name=\"again\"", .newPasscodeAgain, to: &page)
        page.markup("<p class=\"wrong\" id=\"sheet-wrong\" role=\"alert\"></p>")
        page.markup("<div class=\"two\"><button type=\"button\" data-cancel>\(.cancel)</button>")
        page.markup("<button class=\"main\" data-confirm></button></div></form></dialog>")
    }

    /// Writes a field of the sheet, with the same text as its label for screen readers and as its placeholder.
    private func writePasscodeField(
        _ part: String,
        _ attributes: PageMarkup,
        _ label: LocalizableText,
        to page: inout PageWriter
    ) {
        page.markup("<label\("data-part", part)><span class=\"visually-hidden\">\(label)</span>")
        page.markup("<input class=\"field\" type=\"password\" \(attributes)\("placeholder", label)")
        page.markup("\("autocomplete", part + "-password")></label>")
    }
}

/// The parts of a page around its content: the tabs and the banners of new notifications.
struct PageChrome: Sendable {
    /// The two tabs of the screen.
    enum Tab: Sendable {
        /// The widgets.
        case today
        /// The notifications.
        case notifications
    }

    /// Badges, counts, questions, failures and the alert.
    var summary: NotificationSummary
    /// Position up to which the page shows all notifications.
    var position: ScreenPosition
    /// Selected tab, on pages that have tabs.
    var tab: Tab?
    /// Number of actions that apps have not processed.
    var outbox = 0
    /// The images of the installed bundles.
    var images = BundleImageIndex.empty

    /// Writes the tabs, and the link to Settings beside them.
    func writeTabs(to page: inout PageWriter) {
        guard let tab else { return }
        page.markup("<header class=\"top\"><nav class=\"tabs\"\("aria-label", .tabs)>")
        page.markup("<a href=\"/\"\(if: tab == .today, " aria-current=\"page\"")>\(.today)</a>")
        page.markup(
            "<a href=\"/notifications\"\(if: tab == .notifications, " aria-current=\"page\"")>\(.notifications) "
        )
        page.markup("<span class=\"count\" id=\"count\"\(if: summary.count == 0, " hidden")>")
        page.markup("\(BadgeText.short(summary.count))</span></a></nav>")
        writeOutboxLink(to: &page)
        page.markup("<button type=\"button\" class=\"search\" data-palette aria-haspopup=\"dialog\"")
        page.markup("\("aria-label", .search)>\(Symbol.search)<span aria-hidden=\"true\">\(.search)</span>")
        page.markup("<kbd aria-hidden=\"true\">/</kbd></button>")
        page.markup("<a class=\"gear\" href=\"/settings\"\("aria-label", .settings)>\(Symbol.gear)</a></header>")
    }

    /// Writes the link to the outbox, which is hidden while the outbox is empty.
    private func writeOutboxLink(to page: inout PageWriter) {
        page.markup("<a class=\"outbox-link\" id=\"outbox-link\" href=\"/outbox\"")
        page.markup("\("aria-label", OutboxPage.label(outbox))\(if: outbox == 0, " hidden")>\(Symbol.outbox)")
        page.markup("<span class=\"count\">\(BadgeText.short(outbox))</span></a>")
    }

    /// Writes the region for banners.
    ///
    /// The script puts the sum of the badges before the title.
    func writeNotices(title: String, to page: inout PageWriter) {
        page.markup("<section class=\"notices\" id=\"notices\"\("aria-label", .newNotifications)")
        page.markup("\("data-position", position.description)\("data-badge", String(summary.badgeSum))")
        page.markup("\("data-title", title)\("data-failures", summary.failures.map(\.id).joined(separator: " "))>")
        page.markup("<ol id=\"banners\"></ol></section>")
    }
}

extension Appearance {
    /// The attributes of the root element, and of the screen while it is open, for what differs from the initial
    /// appearance.
    var attributes: PageMarkup {
        let (accent, density) = (accent.rawValue, density.rawValue)
        let initial = (Self.initial.accent.rawValue, Self.initial.density.rawValue)
        let own = (accent == initial.0 ? nil : accent, density == initial.1 ? nil : density)
        return "\("data-accent", own.0)\("data-density", own.1)"
    }
}

extension NotificationSummary {
    /// An empty summary.
    static let nothing = NotificationSummary(badges: [:], count: 0, questions: [], failures: [])
}

/// Numbers in badges.
enum BadgeText {
    /// Greatest number that is shown; greater ones are shown as `9999+`.
    static let limit = 9_999

    /// Returns a number in digits, or the greatest one with a plus sign.
    static func short(_ number: Int) -> String { number > limit ? "\(limit)+" : String(number) }
}
