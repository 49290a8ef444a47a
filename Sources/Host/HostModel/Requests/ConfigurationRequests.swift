package import AdaptiveCards
import Foundation
package import TodayProtocol

/// Asks for the card with which a person configures an instance of a widget.
///
/// Fails with `notFound` if there is no such instance, or if its widget has no configuration.
package struct GetWidgetConfigurationRequest: HostRequest {
    package typealias Reply = WidgetConfiguration

    package var widget: WidgetID
    package var language: String
    /// The values for the inputs in place of those in force: the rejected values that the person entered.
    package var values: [String: String]?

    package init(of widget: WidgetID, language: String, values: [String: String]? = nil) {
        self.widget = widget
        self.language = language
        self.values = values
    }
}

package struct WidgetConfiguration: Sendable {
    package var widget: WidgetID
    package var app: AppID
    package var title: String
    package var card: Card

    package init(widget: WidgetID, app: AppID, title: String, card: Card) {
        self.widget = widget
        self.app = app
        self.title = title
        self.card = card
    }
}

/// Asks for the values with which an instance of a widget is configured, by the ids of the inputs; empty if it is as the
/// app has it.
///
/// Fails with `notFound` if there is no such instance.
package struct GetWidgetValuesRequest: HostRequest, RoutedRequest {
    package typealias Reply = [String: String]

    package static let routes = [Route(.get, "widgets/:widget/configuration")]

    package var widget: WidgetID

    package init(of widget: WidgetID) { self.widget = widget }
}

/// Configures an instance of a widget, which is then updated.
///
/// Fails with `invalid` and the messages of the card's inputs if a value is missing or wrong.
package struct ConfigureWidgetRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.put, "widgets/:widget/configuration")]

    /// The largest total size of the ids and values of all inputs, in bytes of UTF-8.
    package static let byteLimit = 16 * 1_024

    package var widget: WidgetID
    /// The values of the inputs by their ids; unknown ids are ignored, and a missing switch is off.
    package var values: [String: String]
    package var language: String

    package init(_ widget: WidgetID, values: [String: String], language: String) {
        self.widget = widget
        self.values = values
        self.language = language
    }
}
