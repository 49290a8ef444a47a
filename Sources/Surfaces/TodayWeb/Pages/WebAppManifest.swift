import HostModel
import JSON
import LocalAPI
import TodayProtocol

/// The manifest with which browsers install the screen as an app (W3C Web Application Manifest).
struct WebAppManifest {
    /// Path of the manifest.
    static let path = "/today.webmanifest"
    /// Start URL of the installed app; the service worker answers it with the last seen screen.
    static let launchPath = "/?app"
    /// Maximum number of apps with a shortcut; systems show fewer.
    static let shortcutLimit = 10

    let apps: [ScreenState.App]
    let images: BundleImageIndex
    let language: PageLanguage

    /// The manifest as JSON.
    var json: JSONValue {
        [
            "id": "/", "start_url": .string(Self.launchPath), "scope": "/", "display": "standalone",
            "name": .string(LocalizableText.today.text(in: language)),
            "short_name": .string(LocalizableText.today.text(in: language)),
            "description": .string(LocalizableText.aboutToday.text(in: language)), "lang": .string(language.tag),
            "background_color": .string(PageTheme.dark.barColor), "theme_color": .string(PageTheme.dark.barColor),
            "icons": .array(WebAppIcon.allCases.map(\.json)), "shortcuts": .array(shortcuts),
            "share_target": ShareForm.target,
        ]
    }

    private var shortcuts: [JSONValue] {
        apps.compactMap { app in app.url.map { shortcut(app, to: $0) } }.prefix(Self.shortcutLimit).map { $0 }
    }

    private func shortcut(_ app: ScreenState.App, to url: String) -> JSONValue {
        var shortcut: [String: JSONValue] = ["name": .string(app.title), "url": .string(OpenURLRequest.page(url))]
        if let icon = images.icon(of: app.id) {
            shortcut["icons"] = [["src": .string(PageLink.bundleImage(icon)), "sizes": "any"]]
        }
        return .object(shortcut)
    }
}

/// The icons of the installed app.
enum WebAppIcon: CaseIterable {
    /// With rounded corners, to be used unchanged.
    case plain
    /// Filled to the edges, so that a system may crop it to its own shape.
    case maskable
    /// A silhouette, which a system colors.
    case monochrome
    /// A bitmap, for systems that do not support SVG.
    case touch

    var path: String {
        switch self {
        case .plain: "/icon/plain.svg"
        case .maskable: "/icon/maskable.svg"
        case .monochrome: "/icon/monochrome.svg"
        case .touch: "/icon/touch.png"
        }
    }

    var mediaType: String { self == .touch ? "image/png" : "image/svg+xml" }

    /// Content of the image.
    var bytes: [UInt8] {
        switch self {
        case .plain: Favicon.svg(0)
        case .maskable: Assets.file("Icons/maskable.svg")
        case .monochrome: Assets.file("Icons/monochrome.svg")
        case .touch: Assets.file("Icons/touch.png")
        }
    }

    /// Entry of the icon in the manifest.
    var json: JSONValue {
        let purpose =
            switch self {
            case .plain, .touch: "any"
            case .maskable: "maskable"
            case .monochrome: "monochrome"
            }
        return [
            "src": .string(path), "type": .string(mediaType), "sizes": .string(self == .touch ? "192x192" : "any"),
            "purpose": .string(purpose),
        ]
    }
}
