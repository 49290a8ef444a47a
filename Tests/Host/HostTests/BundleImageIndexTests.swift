import Foundation
import Host
import HostModel
import Testing
import TodayProtocol

@testable import ProcessHost

/// What `bundle:NAME` and the icon of an app mean once bundles are installed.
@Suite struct BundleImageIndexTests {
    private static let app = AppID("com.example.Weather")
    private static let widget = WidgetID("com.example.Weather.Today")

    private static func image(
        _ name: String,
        dark: Bool = false,
        scale: Int = 1,
        _ format: BundleImage.Format = .png,
        width: Int = 20,
        digest: String
    ) -> BundleImage {
        BundleImage(
            name: name,
            isDark: dark,
            scale: scale,
            format: format,
            width: width,
            height: 10,
            file: "\(digest).png",
            digest: digest
        )
    }

    private static func index(
        icons: [BundleImage] = [],
        images: [BundleImage] = [],
        widget: [BundleImage] = [],
        entitlements: Entitlements = Entitlements(),
        widgetEntitlements: Entitlements = Entitlements()
    ) -> BundleImageIndex {
        let name = LocalizedName("Weather")
        let inner = WidgetManifest(
            id: Self.widget,
            folder: "PlugIns/Today.appex",
            name: name,
            version: "1",
            executable: "w",
            entitlements: widgetEntitlements,
            images: widget
        )
        let manifest = AppManifest(
            id: app,
            folder: "Weather.app",
            name: name,
            version: "1",
            executable: "weather",
            entitlements: entitlements,
            icons: icons,
            images: images,
            widgets: [inner]
        )
        return BundleImageIndex([(manifest: manifest, path: "/apps/Weather.app")])
    }

    @Test func aPictureHasItsThemesAndScales() {
        let index = Self.index(images: [
            Self.image("sun", scale: 2, .png, digest: "l2"), Self.image("sun", .jpeg, digest: "j1"),
            Self.image("sun", .png, digest: "l1"), Self.image("sun", dark: true, .svg, width: 64, digest: "ds"),
            Self.image("sun", dark: true, .png, digest: "d1"), Self.image("night", dark: true, digest: "n1"),
        ])
        let sun = index.picture(at: "bundle:sun", of: Self.app)
        #expect(sun?.light == [.init(digest: "l1", scale: 1), .init(digest: "l2", scale: 2)])
        #expect(sun?.dark == [.init(digest: "ds", scale: 1)])
        #expect(sun?.width == 20 && sun?.height == 10)
        let night = index.picture(at: "bundle:night", of: Self.app)
        #expect(night == .init(light: [.init(digest: "n1", scale: 1)], width: 20, height: 10))
        // Points, not pixels.
        let large = Self.index(images: [Self.image("large", scale: 3, width: 61, digest: "x3")])
        #expect(large.picture(at: "bundle:large", of: Self.app)?.width == 21)
    }

    @Test func aWidgetHasItsOwnPicturesAndThoseOfItsApp() {
        let index = Self.index(
            images: [Self.image("sun", digest: "app"), Self.image("sky", digest: "sky")],
            widget: [Self.image("sun", digest: "widget")]
        )
        #expect(index.picture(at: "bundle:sun", of: Self.app, widget: Self.widget)?.light.first?.digest == "widget")
        #expect(index.picture(at: "bundle:sky", of: Self.app, widget: Self.widget)?.light.first?.digest == "sky")
        #expect(index.picture(at: "bundle:sun", of: Self.app)?.light.first?.digest == "app")
        #expect(index.picture(at: "bundle:sun", of: AppID("com.example.Other")) == nil)
    }

    @Test func imagesOfPublicHostsAreForWhoeverHasTheRight() {
        func index(app: Bool, widget: Bool) -> BundleImageIndex {
            Self.index(entitlements: .init(remoteImages: app), widgetEntitlements: .init(remoteImages: widget))
        }
        #expect(index(app: true, widget: true).mayShowRemoteImages(of: Self.app, widget: Self.widget))
        #expect(index(app: true, widget: false).mayShowRemoteImages(of: Self.app))
        #expect(!index(app: true, widget: false).mayShowRemoteImages(of: Self.app, widget: Self.widget))
        #expect(!index(app: true, widget: true).mayShowRemoteImages(of: AppID("com.example.Other")))
        #expect(!BundleImageIndex.empty.mayShowRemoteImages(of: Self.app))
    }

    @Test(arguments: [
        "bundle:", "bundle:../../x", "bundle:/etc/passwd", "bundle:%2e%2e%2fx", "bundle:s%75n", "bundle:sun.png",
        "bundle:sun~dark", "bundle:sun@2x", "bundle://sun", "BUNDLE:sun", "bundle:sun?x", "bundle:sun\u{0}",
        "bundle:PlugIns/Today.appex/sun", "bundle:" + String(repeating: "a", count: 100_000), "sun", "",
    ])
    func aNameIsNoPathAndIsNotDecoded(address: String) {
        let index = Self.index(images: [Self.image("sun", digest: "l1")])
        #expect(index.picture(at: address, of: Self.app, widget: Self.widget) == nil)
    }

    @Test func pagesDrawTheDrawingOrTheSmallestThatIsLargeEnough() {
        let sizes = [(60, "a"), (180, "b"), (1024, "c")].map { Self.image("i", width: $0, digest: $1) }
        #expect(Self.index(icons: sizes).icon(of: Self.app) == "b")
        #expect(Self.index(icons: [sizes[0]]).icon(of: Self.app) == "a")
        let both = Self.index(icons: sizes + [Self.image("i", .svg, width: 64, digest: "s")])
        #expect(both.icon(of: Self.app) == "s")
        #expect(both.icon(of: Self.widget) == "s")
        // A notification server may not draw SVG.
        #expect(both.iconFile(of: Self.app) == "/apps/Weather.app/c.png")
        #expect(Self.index().icon(of: Self.app) == nil)
        #expect(Self.index().iconFile(of: Self.app) == nil)
    }

    // MARK: - Images in cards

    private static func data(_ type: String, _ bytes: [UInt8]) -> String {
        "data:\(type);base64,\(Data(bytes).base64EncodedString())"
    }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    @Test(arguments: [
        data("image/png", png), data("image/png", png + [UInt8](repeating: 0, count: 32 * 1024 - 8)),
        data("image/jpeg", [0xFF, 0xD8, 0xFF, 0xE0]), data("image/gif", Array("GIF89a".utf8)),
        data("image/webp", Array("RIFF____WEBP".utf8)),
    ])
    func aSmallImageInTheCardIsShown(address: String) { #expect(EmbeddedImage.isShowable(address)) }

    @Test(arguments: [
        data("image/png", png + [UInt8](repeating: 0, count: 32 * 1024 - 7)),
        data("image/png", [UInt8](repeating: 0, count: 1024 * 1024)), data("image/jpeg", png),
        data("image/svg+xml", Array("<svg/>".utf8)), data("text/html", Array("<p>".utf8)), data("image/png", []),
        "data:image/png,AAAA", "data:image/png;base64,%89PNG", "data:image/png;base64,iVBORw0KGgo",
        "data:image/png;base64, iVBORw0KGgo=", "data:image/png;charset=x;base64,iVBORw0KGgo=", "data:,", "data:",
        "DATA:image/png;base64,iVBORw0KGgo=", "data:image/png;base64,iVBORw0KGgo=\"onerror=alert(1)",
    ])
    func otherImagesInTheCardAreNot(address: String) { #expect(!EmbeddedImage.isShowable(address)) }
}
