import AdaptiveCards
import Foundation
import Logging
import NetworkAddresses
import ProcessHost
import Synchronization
import TodayProtocol

/// Finds mistakes in the cards of apps and widgets, and logs them for their authors.
///
/// A mistake is logged if the previous answer did not have it, and at most ``logLimit`` are logged per hour, so that no
/// widget fills the log.
final class CardMistakes: Sendable {
    /// The largest number of mistakes kept per answer.
    static let limit = 20
    /// The largest number of mistakes logged per hour for a widget, or for all pages of an app.
    static let logLimit = 50

    private struct Owner {
        var known: [CardWarning] = []
        var rate = FixedWindowRateLimiter(limit: CardMistakes.logLimit, period: .seconds(3600))
    }

    private let logger: Logger
    private let owners = Mutex<[ProcessIdentity: Owner]>([:])

    init(logger: Logger) { self.logger = logger }

    /// Finds and logs the mistakes in the answer of a widget.
    ///
    /// - Returns: The mistakes in the order of the answer, with their paths in the content.
    func find(
        in answer: WidgetUpdateRequest.Reply,
        of widget: WidgetID,
        app: AppID,
        _ images: BundleImageIndex
    ) -> [CardWarning] {
        let content = answer.content
        var cards: [(path: String, card: Card?)] = [("compact", content?.compact), ("expanded", content?.expanded)]
        for (index, entry) in (content?.entries ?? []).enumerated() {
            cards.append(("entries[\(index)].compact", entry.compact))
            cards.append(("entries[\(index)].expanded", entry.expanded))
        }
        var found = Array(answer.mistakes.prefix(Self.limit))
        for (path, card) in cards where found.count < Self.limit {
            guard let card else { continue }
            found += Self.mistakes(in: card, at: path, app: app, widget: widget.bundle, images)
        }
        found = Array(found.inDocumentOrder().prefix(Self.limit))
        // An answer without new data leaves the known mistakes of the content in place.
        if content != nil || !found.isEmpty { log(found, of: .widget(widget, of: app), replacing: content != nil) }
        return found
    }

    /// Finds and logs the mistakes in a page of an app.
    func find(in page: Card, of app: AppID, _ images: BundleImageIndex) {
        let found = Self.mistakes(in: page, at: "card", app: app, widget: nil, images).prefix(Self.limit)
        // Pages alternate, and showing one must not cause the mistakes of another to be logged again.
        log(Array(found), of: .app(app), replacing: false)
    }

    private static func mistakes(
        in card: Card,
        at path: String,
        app: AppID,
        widget: WidgetID?,
        _ images: BundleImageIndex
    ) -> [CardWarning] {
        let wrongImages = card.images.compactMap { image in
            images.problem(of: image.url, app: app, widget: widget).map { CardWarning(path: image.path, message: $0) }
        }
        let wrongLinks = card.links.compactMap { link in
            problem(ofLink: link.url).map { CardWarning(path: link.path, message: $0) }
        }
        return (card.warnings + wrongImages + wrongLinks).inDocumentOrder().map { mistake in
            CardWarning(path: mistake.path.isEmpty ? path : "\(path).\(mistake.path)", message: mistake.message)
        }
    }

    /// Returns the reason that no surface opens an address, as a sentence for its author; `nil` if one may open it.
    ///
    /// A scheme that no app has now is accepted if an app could have it, since that app may be installed later.
    static func problem(ofLink address: String) -> String? {
        guard let scheme = URLScheme.scheme(of: address), address.utf8.allSatisfy({ $0 < 0x7F && $0 != 0x5C }) else {
            return "An address is one like https://example.com/a%20b, in ASCII and without spaces; this opens nothing."
        }
        guard URLScheme.external.contains(scheme) else {
            guard BundleNames.reservedSchemes.contains(scheme), scheme != "today" else { return nil }
            return "Addresses with \(scheme): are not opened, only https, http, mailto, tel, sms, geo and apps' own."
        }
        guard scheme == "https" || scheme == "http" else { return nil }
        let parts = URLComponents(string: address)
        guard parts?.host?.isEmpty == false, parts?.user == nil, parts?.password == nil else {
            return "An address of the web has a host, and no name or password before it; this opens nothing."
        }
        return nil
    }

    private func log(_ found: [CardWarning], of identity: ProcessIdentity, replacing: Bool) {
        let new = owners.withLock { owners in
            var owner = owners[identity] ?? Owner()
            let new = found.filter { !owner.known.contains($0) }
            owner.known = replacing ? found : Array((new + owner.known).prefix(100))
            let logged = new.filter { _ in owner.rate.admit() }
            // Most widgets never have a mistake.
            if !found.isEmpty || owners[identity] != nil { owners[identity] = owner }
            return logged
        }
        let (kind, id) = identity.widget.map { ("widget", $0.rawValue) } ?? ("app", identity.app.rawValue)
        for mistake in new {
            logger.warning(
                "A card has a mistake",
                metadata: [kind: "\(id)", "path": "\(mistake.path)", "mistake": "\(mistake.message)"]
            )
        }
    }
}
