import Markup

/// The icon of a page in the browser's tab, with the sum of the badges on it.
enum Favicon {
    /// Greatest number that is shown; greater ones are shown as more than this.
    static let limit = 99

    /// Returns the address of the icon with a number; 0 is the icon without one.
    static func path(of number: Int) -> String { "/icon/\(min(max(number, 0), limit + 1)).svg" }

    /// Returns the image for a number from ``path(of:)``.
    static func svg(_ number: Int) -> [UInt8] {
        var html = HTMLWriter()
        html.markup(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><defs><linearGradient id="a" x2="0" y2="1">\
            <stop stop-color="#5aa9ff"/><stop offset="1" stop-color="#2b4c8c"/></linearGradient></defs>\
            <rect width="32" height="32" rx="8" fill="url(#a)"/><path d="M8 11h16M8 16h16M8 21h10" stroke="#fff" \
            stroke-width="2.4" stroke-linecap="round"/>
            """
        )
        if number > 0 {
            html.markup("<rect x=\"10\" y=\"13\" width=\"22\" height=\"19\" rx=\"9.5\" fill=\"#d70015\"/>")
            html.markup("<text x=\"21\" y=\"28\" text-anchor=\"middle\" fill=\"#fff\" font-family=\"sans-serif\"")
            html.markup(" font-weight=\"700\" font-size=\"")
            html.number(number > limit ? 11 : 15)
            html.markup("\">")
            html.text(number > limit ? "\(limit)+" : String(number))
            html.markup("</text>")
        }
        html.markup("</svg>")
        return html.bytes
    }
}
