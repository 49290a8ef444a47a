import AdaptiveCards
import CardRendering
import Foundation
import HostAPI
import TodayProtocol
import TodayScreen

/// A place on a page where a card of an app is shown.
struct CardPlace {
    let kind: RenderingEnvironment.Kind
    let app: AppID
    let prefix: String
    let viewer: Viewer
    /// The id of the input that has the cursor when the page opens.
    var focus: String?

    /// Draws a card for this place.
    func render(_ card: Card) -> RenderedCard {
        let app = app
        let environment = RenderingEnvironment(
            kind: kind,
            languages: [viewer.language],
            timeZone: TimeZone(identifier: viewer.zone) ?? .gmt,
            elementIDPrefix: prefix,
            focus: focus,
            headingLevel: kind == .widget ? 3 : 2,
            link: { PageLink.target(of: $0, from: app) },
            imageSource: { PageLink.image($0) }
        )
        return HTMLRenderer(environment: environment).render(card)
    }
}
