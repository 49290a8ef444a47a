import Notifications

/// What every page has around its content: the head with the style sheets, the script, and the live regions.
struct PageFrame {
    let title: String
    let nonce: String
    /// The style sheets that the content needs.
    var sheets: [PageSheet] = []
    /// What surrounds the content; none on a page without a script.
    var surroundings: PageSurroundings?

    /// Where the first link of the page skips to, and what it says.
    var skip: (target: String, label: String)?

    func wrap(_ write: (inout PageWriter) -> Void) -> [UInt8] {
        var body = PageWriter()
        write(&body)
        var page = PageWriter()
        page.markup("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
        if let sum = surroundings?.summary.badgeSum, sum > 0 { page.text("(\(PageNumber.short(sum))) ") }
        page.text(title)
        page.markup(
            """
            </title><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">\
            <meta name="color-scheme" content="dark light">\
            <meta name="theme-color" content="#10131c" media="(prefers-color-scheme:dark)">\
            <meta name="theme-color" content="#eef1f7" media="(prefers-color-scheme:light)">\
            <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E\
            %3Crect width='32' height='32' rx='8' fill='%232b4c8c'/%3E%3Cpath d='M8 11h16M8 16h16M8 21h10' \
            stroke='%23fff' stroke-width='2.4' stroke-linecap='round'/%3E%3C/svg%3E"><style
            """
        )
        page.attribute("nonce", nonce)
        page.markup(">")
        page.styleSheet(
            sheets.filter(\.isAdapted).map(\.bytes) + [Assets.styleSheet]
                + sheets.filter { !$0.isAdapted }.map(\.bytes),
            rules: body.rules
        )
        page.markup("</style>")
        if surroundings != nil {
            page.markup("<script type=\"module\"")
            page.attribute("src", Assets.scriptPath)
            page.markup("></script>")
        }
        page.markup("</head><body>")
        if let skip {
            page.markup("<a class=\"skip\"")
            page.attribute("href", "#" + skip.target)
            page.markup(">")
            page.text(skip.label)
            page.markup("</a>")
        }
        surroundings?.writeNotices(title: title, to: &page)
        surroundings?.writeTabs(to: &page)
        page.page(body)
        if surroundings != nil {
            page.markup(Self.sheetMarkup)
            page.markup("<p class=\"status\" id=\"status\" role=\"status\"></p>")
            page.markup("<p class=\"visually-hidden\" id=\"announcer\" role=\"status\"></p>")
        }
        page.markup("</body></html>")
        return page.bytes
    }

    /// The sheet that asks for a passcode, a text, or whether something is really meant; the script fills it in.
    private static let sheetMarkup: StaticString = """
        <dialog class="sheet" id="sheet" aria-labelledby="sheet-title" aria-describedby="sheet-about"><form method="dialog">\
        <h2 id="sheet-title"></h2><p id="sheet-about"></p>\
        <label data-part="text"><span class="visually-hidden">Text</span>\
        <input class="field" name="text" maxlength="4096" autocomplete="off"></label>\
        <label data-part="current"><span class="visually-hidden">Passcode</span>\
        <input class="field" type="password" name="current" placeholder="Passcode" autocomplete="current-password"></label>\
        <label data-part="new"><span class="visually-hidden">New Passcode</span>\
        <input class="field" type="password" name="new" minlength="4" placeholder="New Passcode" \
        autocomplete="new-password"></label>\
        <label data-part="new"><span class="visually-hidden">New Passcode, Again</span>\
        <input class="field" type="password" name="again" placeholder="New Passcode, Again" \
        autocomplete="new-password"></label>\
        <p class="wrong" id="sheet-wrong" role="alert"></p>\
        <div class="two"><button type="button" data-cancel>Cancel</button><button class="main" data-confirm></button></div>\
        </form></dialog>
        """
}
