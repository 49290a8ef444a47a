import CardRendering
import Foundation
import HostModel
import LocalAPI
import NetworkAddresses
import TodayProtocol

/// The links on a page for the URLs in a card.
enum PageLink {
    /// Maximum length of a URL, in bytes.
    static let limit = 4096

    private static let refused: Set<String> = [
        "javascript", "vbscript", "data", "file", "blob", "filesystem", "about", "view-source", "ws", "wss", "chrome",
    ]

    /// Returns the target of a link: an external URL opens in a new window, an app's URL through `/open`.
    ///
    /// It is `nil` if the URL has no scheme, a scheme that runs or reads something, or characters that are not valid in a
    /// URL.
    static func target(of address: String, from app: AppID) -> LinkTarget? {
        guard let scheme = scheme(of: address) else { return nil }
        if URLScheme.external.contains(scheme) {
            return isOutside(address) ? LinkTarget(href: address, opensNewWindow: true) : nil
        }
        guard !refused.contains(scheme) else { return nil }
        return LinkTarget(href: OpenURLRequest.page(address, from: app), opensNewWindow: false)
    }

    /// Returns the path that opens a URL from another site, once the person has agreed.
    static func openFromOutside(_ address: String) -> String { OpenURLRequest.page(address) + "&\(outsideParameter)=1" }

    /// Name of the parameter in ``openFromOutside(_:)``, which tells the app that the URL came from outside.
    static let outsideParameter = "outside"

    /// Name of the parameter with which the page that says that the host is away opens a URL again.
    ///
    /// It is no longer known whether the URL came from another site, so the person is asked.
    static let askParameter = "ask"

    /// Returns the path of one of Today's own pages, whose URLs apps may open.
    ///
    /// They are `today://topics`, `today://topics/NAME`, `today://send`, on which the person writes a message to the
    /// inboxes of the app, and `today://hosts/HOST`, which asks the person to allow the app this server.
    ///
    /// A URL that comes from no app's card cannot ask for a server. The path is `nil` for all other URLs.
    static func ownPage(at address: String, from app: AppID?) -> String? {
        let (topics, hosts) = ("today://topics", "today://hosts/")
        if address == topics { return TopicsPage.path }
        if address == "today://send" { return SendPage.path(of: app) }
        if address.hasPrefix(hosts), let app, let host = PercentCoding.decode(address.dropFirst(hosts.count)) {
            return ServerQuestionPage.path(of: app, host: host)
        }
        guard address.hasPrefix(topics + "/") else { return nil }
        let topic = String(address.dropFirst(topics.count + 1))
        return TopicParameter.isValid(topic) ? TopicPage.path(of: topic) : nil
    }

    /// Returns the path of the page that configures an instance of a widget.
    static func configuration(of widget: WidgetID) -> String {
        "/widgets/\(PercentCoding.encode(widget.rawValue))/configuration"
    }

    /// Returns the path of the folder with a message's body and its pictures.
    static func folder(of message: MessageID, of app: AppID) -> String {
        "/messages/\(PercentCoding.encode(app.rawValue))/\(PercentCoding.encode(message.rawValue))/"
    }

    /// Returns the path of an image of an installed bundle.
    static func bundleImage(_ digest: String) -> String { "/bundle/" + digest }

    /// Returns the source of an image in a card.
    ///
    /// It is an image of the app's bundle, one in the card itself, or one from another site if the app has the right to
    /// show those.
    ///
    /// The source is `nil` if there is no such image, or if the app may not show it. A page of the app has no widget.
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

    /// Returns the path of an image through the host's proxy; `nil` if the URL is not http or https.
    static func image(_ address: String) -> String? {
        guard let scheme = scheme(of: address), scheme == "https" || scheme == "http", isOutside(address) else {
            return nil
        }
        return "/image?url=" + PercentCoding.encode(address)
    }

    /// Returns `true` if a URL leads out of Today, with a scheme that every surface knows.
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
