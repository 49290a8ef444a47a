import HostModel
import TodayProtocol

/// The icons of the pages, in the color of the surrounding text.
enum Symbol: PagePart {
    case back, warning, remove, add, up, down, grip, gear, close, outbox, search

    var markup: PageMarkup {
        switch self {
        case .back: Self.lines("0 0 12 20", "2.4", "M10 2 2 10l8 8", hasRoundJoins: true)
        case .warning: Self.lines("0 0 18 18", "1.6", "M9 2 1.5 15.5h15zM9 7v4M9 13.2v.1", hasRoundJoins: true)
        case .remove: Self.onCircle("M6.5 12h11")
        case .add: Self.onCircle("M6.5 12h11M12 6.5v11")
        case .up: Self.lines("0 0 22 22", "1.8", "m5 13 6-6 6 6", hasRoundJoins: true)
        case .down: Self.lines("0 0 22 22", "1.8", "m5 9 6 6 6-6", hasRoundJoins: true)
        case .gear:
            Self.lines(
                "0 0 22 22",
                "1.6",
                "M11 1.6v2.8M11 17.6v2.8M1.6 11h2.8M17.6 11h2.8M4.35 4.35l2 2M15.65 15.65l2 2M4.35 17.65l2-2"
                    + "M15.65 6.35l2-2",
                circles: "<circle cx=\"11\" cy=\"11\" r=\"3\"/><circle cx=\"11\" cy=\"11\" r=\"6.6\"/>"
            )
        case .search: Self.lines("0 0 22 22", "1.8", "m14 14 5 5", circles: "<circle cx=\"9.5\" cy=\"9.5\" r=\"6\"/>")
        case .close: Self.lines("0 0 22 22", "1.8", "m6.5 6.5 9 9M15.5 6.5l-9 9")
        case .outbox:
            Self.lines(
                "0 0 22 22",
                "1.6",
                "M3 12v5.5h16V12h-4.5l-1.5 2.5H9L7.5 12zM11 9.5v-7M8 5l3-3 3 3",
                hasRoundJoins: true
            )
        case .grip: Self.lines("0 0 22 22", "1.6", "M3 7h16M3 11h16M3 15h16")
        }
    }

    /// Draws lines.
    private static func lines(
        _ box: String,
        _ width: String,
        _ path: String,
        circles: PageMarkup = "",
        hasRoundJoins: Bool = false
    ) -> PageMarkup {
        let joins: PageMarkup = "\(if: hasRoundJoins, " stroke-linejoin=\"round\"")"
        return """
            <svg viewBox="\(box)" fill="none" stroke="currentColor" stroke-width="\(width)" stroke-linecap="round"\
            \(joins) aria-hidden="true">\(circles)<path d="\(path)"/></svg>
            """
    }

    /// Draws white lines on a circle.
    private static func onCircle(_ path: String) -> PageMarkup {
        """
        <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="currentColor"/>\
        <path d="\(path)" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>
        """
    }
}

/// The icon of an app: the image of its bundle, or the first letter of its name on a color derived from its identifier.
struct AppIcon: PagePart {
    private let title: String
    private let app: AppID
    /// Digest of the image; `nil` if there is none.
    private let image: String?

    init(_ title: String, of app: AppID, in images: BundleImageIndex) {
        self.init(title, of: app, image: images.icon(of: app))
    }

    init(_ title: String, of app: AppID, image: String?) { (self.title, self.app, self.image) = (title, app, image) }

    var markup: PageMarkup {
        if let image { return "<img class=\"icon\" alt=\"\"\("src", PageLink.bundleImage(image))>" }
        return "<span class=\"icon hue-\(Self.hue(of: app.rawValue))\" aria-hidden=\"true\">\(letter)</span>"
    }

    private var letter: String { title.first { $0.isLetter || $0.isNumber }.map { String($0).uppercased() } ?? "•" }

    /// Returns the color of an app without an image: one of eight.
    static func hue(of id: String) -> Int {
        var hash: UInt32 = 0x811c_9dc5
        for byte in id.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return Int((hash ^ hash >> 16) % 8)
    }
}
