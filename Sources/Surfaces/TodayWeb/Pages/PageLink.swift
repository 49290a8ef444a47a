import CardRendering
import Foundation
import Host
import HostAPI
import NetworkAddresses
import TodayProtocol

/// Decides which link an address in a card becomes on a page.
enum PageLink {
    /// How long an address may be, in bytes.
    static let limit = 4096

    private static let refused: Set<String> = [
        "javascript", "vbscript", "data", "file", "blob", "filesystem", "about", "view-source", "ws", "wss", "chrome",
    ]

    /// The target of a link: an address outside in a window of its own, one of an app's by way of `/open`.
    ///
    /// - Parameters:
    ///   - address: The address as the card has it.
    ///   - app: The app whose card it is.
    /// - Returns: The target; `nil` if the address has no scheme, a scheme that runs or reads something, or characters
    ///   that no address has.
    static func target(of address: String, from app: AppID) -> LinkTarget? {
        guard let scheme = scheme(of: address) else { return nil }
        if URLScheme.external.contains(scheme) {
            return isOutside(address) ? LinkTarget(href: address, opensNewWindow: true) : nil
        }
        guard !refused.contains(scheme) else { return nil }
        return LinkTarget(href: open(address, from: app), opensNewWindow: false)
    }

    /// The path that opens an address on this page.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - app: The app that asks for it.
    ///   - opening: What names the opening to the app's process that asked for it.
    /// - Returns: The path.
    static func open(_ address: String, from app: AppID? = nil, as opening: OpeningID? = nil) -> String {
        let source = app.map { "&from=" + PercentCoding.encode($0.rawValue) } ?? ""
        let name = opening.map { "&opening=" + PercentCoding.encode($0.rawValue) } ?? ""
        return "/open?url=\(PercentCoding.encode(address))\(source)\(name)"
    }

    /// The path that opens an address to which another site led, once the person has agreed.
    static func openFromOutside(_ address: String) -> String { open(address) + "&\(outsideParameter)=1" }

    /// The parameter of ``openFromOutside(_:)``, which tells the app that the address came from outside.
    static let outsideParameter = "outside"

    /// The parameter with which the script of the page that says that the host is away opens an address again: whether another
    /// site led to it is no longer known, so the person is asked.
    static let askParameter = "ask"

    /// The path of a page of Today itself, whose address apps may open: `today://topics`, `today://topics/NAME`,
    /// `today://send`, on which the person writes a message to the inboxes of the app, and `today://hosts/HOST`, which
    /// asks the person to allow the app this host.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - app: The app whose card has it; `nil` if it comes from somewhere else, where it stands for no question.
    /// - Returns: The path; `nil` for every other address.
    static func ownPage(at address: String, from app: AppID?) -> String? {
        let (topics, hosts) = ("today://topics", "today://hosts/")
        if address == topics { return TopicsPage.path }
        if address == "today://send" { return SendPage.path(of: app) }
        if address.hasPrefix(hosts), let app, let host = PercentCoding.decode(address.dropFirst(hosts.count)) {
            return HostQuestionPage.path(of: app, host: host)
        }
        guard address.hasPrefix(topics + "/") else { return nil }
        let topic = String(address.dropFirst(topics.count + 1))
        return TopicParameter.isValid(topic) ? TopicPage.path(of: topic) : nil
    }

    /// The path of the page that configures an instance of a widget.
    static func configuration(of widget: WidgetID) -> String {
        "/widgets/\(PercentCoding.encode(widget.rawValue))/configuration"
    }

    /// The path of an image of an installed bundle.
    static func bundleImage(_ digest: String) -> String { "/bundle/" + digest }

    /// The source of an image of a card: of its own bundle, in the card itself, or from another site if the app has the
    /// right to that.
    ///
    /// - Parameters:
    ///   - address: The address as the card has it.
    ///   - app: The app whose card it is.
    ///   - widget: The widget whose card it is; `nil` for a page of the app.
    ///   - images: The images of the installed bundles, and who may show those of other sites.
    /// - Returns: The source; `nil` if there is no such image, or none that may be shown.
    static func imageSource(
        _ address: String,
        of app: AppID,
        widget: WidgetID?,
        in images: BundleImageIndex
    ) -> CardImageSource? {
        if address.hasPrefix(BundleImageIndex.scheme) {
            guard let picture = images.picture(at: address, of: app, widget: widget) else { return nil }
            let candidates = { (variants: [BundleImageIndex.Variant]) in
                variants.map { (address: bundleImage($0.digest), scale: $0.scale) }
            }
            return CardImageSource(
                light: candidates(picture.light),
                dark: candidates(picture.dark),
                size: .init(width: picture.width, height: picture.height)
            )
        }
        if address.hasPrefix("data:") { return EmbeddedImage.isShowable(address) ? CardImageSource(address) : nil }
        guard images.mayShowRemoteImages(of: app, widget: widget) else { return nil }
        return image(address).map { CardImageSource($0) }
    }

    /// The path of an image, served through the host's proxy; `nil` if the address is not http or https.
    static func image(_ address: String) -> String? {
        guard let scheme = scheme(of: address), scheme == "https" || scheme == "http", isOutside(address) else {
            return nil
        }
        return "/image?url=" + PercentCoding.encode(address)
    }

    /// Whether an address leads out of Today by a scheme that every surface knows.
    static func isOutside(_ address: String) -> Bool {
        guard let scheme = scheme(of: address), URLScheme.external.contains(scheme),
            let parts = URLComponents(string: address)
        else { return false }
        guard scheme == "http" || scheme == "https" else { return true }
        return !(parts.host ?? "").isEmpty && parts.user == nil && parts.password == nil
    }

    private static func scheme(of address: String) -> String? {
        guard address.utf8.count <= limit, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }),
            let scheme = URLScheme.prefix(of: address), scheme.utf8.count <= 64
        else { return nil }
        return scheme
    }
}
