import AdaptiveCards
import Foundation
import HostModel
import JSON
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

    /// Finds, logs and returns the mistakes in a widget's answer, in its order and with their paths in the content.
    func find(
        in answer: WidgetUpdateRequest.Reply,
        of widget: WidgetID,
        app: AppID,
        _ images: BundleImageIndex
    ) -> [CardWarning] {
        let found = Self.mistakes(in: answer, app: app, widget: widget.bundle, images)
        // An answer without new data leaves the known mistakes of the content in place.
        let hasContent = answer.content != nil
        if hasContent || !found.isEmpty { log(found, of: .widget(widget, of: app), replacing: hasContent) }
        return found
    }

    func log(inFilesOf app: HostedApp, _ images: BundleImageIndex) {
        for widget in app.manifest.widgets {
            let found = Self.find(inFilesOf: widget, of: app, images)
            log(found, of: .widget(widget.id, of: app.id), replacing: false)
        }
    }

    /// Finds the first mistakes in the placeholder and the configuration of a widget, in every language; paths begin
    /// with that of the file in the bundle.
    static func find(inFilesOf widget: WidgetManifest, of app: HostedApp, _ images: BundleImageIndex) -> [CardWarning] {
        let folder = "\(app.path)/\(widget.folder)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let languages = names.filter { $0.hasSuffix(".lproj") }.sorted().map { "\($0)/" }
        var found: [CardWarning] = []
        for (file, isConfiguration) in [(widget.placeholderCard, false), (widget.configurationCard, true)] {
            guard let file else { continue }
            for language in [""] + languages where found.count < limit {
                let place = language + file
                guard let text = FileManager.default.contents(atPath: "\(folder)/\(place)") else { continue }
                let ofFile = mistakes(inFile: text, isConfiguration, app: app.id, widget: widget.id, images)
                found += ofFile.map { mistake in
                    let path = ["\(widget.folder)/\(place)", mistake.path].filter { !$0.isEmpty }
                    return CardWarning(path: path.joined(separator: ", "), message: mistake.message)
                }
            }
        }
        return Array(found.prefix(limit))
    }

    private static func mistakes(
        inFile text: Data,
        _ isConfiguration: Bool,
        app: AppID,
        widget: WidgetID,
        _ images: BundleImageIndex
    ) -> [CardWarning] {
        do {
            let json = try JSONValue(parsing: text)
            if !isConfiguration, json["compact"] != nil {
                try WidgetService.check(json.decode())
                let answer: WidgetUpdateRequest.Reply = try JSONValue.object(["content": json]).decode()
                return mistakes(in: answer, app: app, widget: widget, images)
            }
            let card = try Card(json: isConfiguration ? json.addingChoices { _ in [] } : json)
            if !isConfiguration { try card.validateForWidget() }
            return mistakes(in: card, at: "", app: app, widget: widget, images)
        } catch {
            let reason = (error as? DecodingError)?.sentence ?? (error as? ProcessFailure)?.message ?? "\(error)"
            return [CardWarning(path: "", message: "This cannot be shown: \(reason)")]
        }
    }

    func find(in page: Card, of app: AppID, _ images: BundleImageIndex) {
        let found = Self.mistakes(in: page, at: "card", app: app, widget: nil, images).prefix(Self.limit)
        // Pages alternate, and showing one must not cause the mistakes of another to be logged again.
        log(Array(found), of: .app(app), replacing: false)
    }

    private static func mistakes(
        in answer: WidgetUpdateRequest.Reply,
        app: AppID,
        widget: WidgetID,
        _ images: BundleImageIndex
    ) -> [CardWarning] {
        let content = answer.content
        var cards: [(path: String, card: Card?)] = [("compact", content?.compact), ("expanded", content?.expanded)]
        for (index, entry) in (content?.entries ?? []).enumerated() {
            cards.append(("entries[\(index)].compact", entry.compact))
            cards.append(("entries[\(index)].expanded", entry.expanded))
        }
        var found = Array(answer.mistakes.prefix(limit))
        for (path, card) in cards where found.count < limit {
            guard let card else { continue }
            found += mistakes(in: card, at: path, app: app, widget: widget, images)
        }
        return Array(found.inDocumentOrder().prefix(limit))
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
            let place = [path, mistake.path].filter { !$0.isEmpty }.joined(separator: ".")
            return CardWarning(path: place, message: mistake.message)
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
