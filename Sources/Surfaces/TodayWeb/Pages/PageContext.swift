import Foundation
import HTTPTypes
import HostModel
import TodayProtocol

/// What all pages of a request have in common: for whom they are written, and what surrounds their content.
struct PageContext: Sendable {
    /// The language and time zone of the person.
    let viewer: Viewer
    /// The dates of the page, in that language and time zone.
    let dates: PageDates
    /// Badges, questions and failures.
    var summary = NotificationSummary.nothing
    /// Position after which the page's event stream continues.
    var position: ScreenPosition
    /// The images of the installed bundles.
    var images = BundleImageIndex.empty
    /// The accent color and the density.
    var appearance: Appearance

    init(
        viewer: Viewer,
        now: Date,
        summary: NotificationSummary = .nothing,
        position: ScreenPosition,
        images: BundleImageIndex = .empty,
        appearance: Appearance = .initial
    ) {
        self.viewer = viewer
        dates = PageDates(now: now, viewer: viewer)
        self.summary = summary
        self.position = position
        self.images = images
        self.appearance = appearance
    }

    /// Language of the texts.
    var language: PageLanguage { dates.language }
    /// The attribute with the position, for the element around the content.
    var place: PageMarkup { "\("data-position", position.description)" }
    /// The attributes with the position and the person's time zone, for a content that the script redraws.
    var placeAndZone: PageMarkup { "\(place)\("data-zone", viewer.zone)" }
}

/// The rights of the device for which a page is written.
enum PageRights {
    /// Name of the header that tells a page's script the rights of the device; if they have changed, the page is
    /// reloaded.
    static let field = HTTPField.Name("Today-Rights") ?? .vary

    /// Rights of the device for which a page is being written.
    @TaskLocal static var current: DeviceRights = .change
}

/// A page inside the frame: a model, and a pure function that writes its content.
protocol Page: Sendable {
    var context: PageContext { get }
    var title: LocalizableText { get }
    /// Style sheets that the content needs.
    var sheets: [PageStyleSheet] { get }
    /// What is around the content; by default no tabs.
    var chrome: PageChrome { get }
    /// Id and label of the target of the link that skips to the content; `nil` by default.
    var skip: (target: String, label: LocalizableText)? { get }

    /// Writes the content.
    func write(to page: inout PageWriter)
}

extension Page {
    var chrome: PageChrome { PageChrome(summary: context.summary, position: context.position, images: context.images) }
    var skip: (target: String, label: LocalizableText)? { nil }

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: title.text(in: context.language),
            nonce: nonce,
            language: context.language,
            sheets: sheets,
            chrome: chrome,
            appearance: context.appearance,
            skip: skip
        ).wrap(write)
    }
}
