import CardRendering

/// What every page has around its content: the head with the style sheets, the script, and the live regions.
struct PageFrame {
    let title: String
    let nonce: String
    var hasScript = true

    func wrap(_ write: (inout PageWriter) -> Void) -> [UInt8] {
        var body = PageWriter()
        write(&body)
        var page = PageWriter()
        page.markup("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
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
        page.styleSheet([Self.sheet], rules: body.rules)
        page.markup("</style>")
        if hasScript {
            page.markup("<script type=\"module\"")
            page.attribute("src", Assets.scriptPath)
            page.markup("></script>")
        }
        page.markup("</head><body>")
        page.page(body)
        if hasScript {
            page.markup("<p class=\"status\" id=\"status\" role=\"status\"></p>")
            page.markup("<p class=\"visually-hidden\" id=\"announcer\" role=\"status\"></p>")
        }
        page.markup("</body></html>")
        return page.bytes
    }

    /// The cards' sheet comes first, so that the page can adapt it.
    private static let sheet = Array(CardStylesheet.css.utf8) + [0x0A] + Assets.styleSheet
}
