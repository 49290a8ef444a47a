import HostModel
import TodayProtocol

/// The icons of the pages, in the color of the surrounding text.
enum Symbol: PagePart {
    case back, warning, remove, add, up, down, grip, gear, close, outbox, search

    var markup: PageMarkup {
        switch self {
        case .back:
            """
            <svg viewBox="0 0 12 20" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" \
            stroke-linejoin="round" aria-hidden="true"><path d="M10 2 2 10l8 8"/></svg>
            """
        case .warning:
            """
            <svg viewBox="0 0 18 18" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" \
            stroke-linejoin="round" aria-hidden="true"><path d="M9 2 1.5 15.5h15zM9 7v4M9 13.2v.1"/></svg>
            """
        case .remove:
            """
            <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="currentColor"/>\
            <path d="M6.5 12h11" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>
            """
        case .add:
            """
            <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="currentColor"/>\
            <path d="M6.5 12h11M12 6.5v11" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>
            """
        case .up:
            """
            <svg viewBox="0 0 22 22" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" \
            stroke-linejoin="round" aria-hidden="true"><path d="m5 13 6-6 6 6"/></svg>
            """
        case .down:
            """
            <svg viewBox="0 0 22 22" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" \
            stroke-linejoin="round" aria-hidden="true"><path d="m5 9 6 6 6-6"/></svg>
            """
        case .gear:
            """
            <svg viewBox="0 0 22 22" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" \
            aria-hidden="true"><circle cx="11" cy="11" r="3"/><circle cx="11" cy="11" r="6.6"/>\
            <path d="M11 1.6v2.8M11 17.6v2.8M1.6 11h2.8M17.6 11h2.8M4.35 4.35l2 2M15.65 15.65l2 2M4.35 17.65l2-2\
            M15.65 6.35l2-2"/></svg>
            """
        case .search:
            """
            <svg viewBox="0 0 22 22" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" \
            aria-hidden="true"><circle cx="9.5" cy="9.5" r="6"/><path d="m14 14 5 5"/></svg>
            """
        case .close:
            """
            <svg viewBox="0 0 22 22" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" \
            aria-hidden="true"><path d="m6.5 6.5 9 9M15.5 6.5l-9 9"/></svg>
            """
        case .outbox:
            """
            <svg viewBox="0 0 22 22" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" \
            stroke-linejoin="round" aria-hidden="true"><path d="M3 12v5.5h16V12h-4.5l-1.5 2.5H9L7.5 12zM11 9.5v-7M8 5l3-3 3 3"/></svg>
            """
        case .grip:
            """
            <svg viewBox="0 0 22 22" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" \
            aria-hidden="true"><path d="M3 7h16M3 11h16M3 15h16"/></svg>
            """
        }
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
