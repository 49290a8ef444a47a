public import TodayKit

/// The app's first page: the current weather in full.
public enum ConditionsPage {
    /// Returns the page of a report.
    public static func page(_ report: WeatherReport) -> SceneContent {
        let texts = ConditionTexts(report.conditions)
        return SceneContent(
            title: Texts.weather,
            card: Card {
                heading(report.place.name, texts.temperature)
                TextBlock(WidgetCards.summary(texts), size: .medium, wrap: true)
                    .spacing(.none).horizontalAlignment(.center)
                Container(style: .emphasis) {
                    FactSet {
                        Fact(Texts.feelsLike, texts.feelsLike)
                        Fact(Texts.humidity, texts.humidity)
                        Fact(Texts.chanceOfPrecipitation, texts.precipitationChance)
                        Fact(Texts.precipitation, texts.precipitation)
                        Fact(Texts.wind, texts.wind)
                        Fact(Texts.pressure, texts.pressure)
                        Fact(Texts.visibility, texts.visibility)
                    }
                }
                .spacing(.large)
                TextBlock("\(Texts.updated) \(CardTime.time(report.updated))", size: .small, isSubtle: true)
                    .horizontalAlignment(.center)
                placesButton
            }
        )
    }

    /// Returns the page without a report, with the reason and a link to the places.
    ///
    /// - Parameters:
    ///   - place: The place, or `nil` if the choice names none.
    ///   - sentence: The reason.
    /// - Returns: The page.
    public static func page(_ place: Place?, failure sentence: String) -> SceneContent {
        SceneContent(
            title: Texts.weather,
            card: Card {
                heading(place?.name ?? Texts.weather, Texts.unknown)
                TextBlock(sentence.escapedForCards, color: .attention, wrap: true).horizontalAlignment(.center)
                placesButton
            }
        )
    }

    private static var placesButton: ActionSet {
        ActionSet { Action.openURL(Texts.places, url: PlacesPage.url) }
            .spacing(.medium).horizontalAlignment(.center)
    }

    @CardBuilder<CardElement>
    private static func heading(_ name: String, _ temperature: String) -> [CardElement] {
        TextBlock(name.escapedForCards, size: .large, wrap: true, style: .heading).horizontalAlignment(.center)
        TextBlock(temperature, size: .extraLarge, weight: .lighter).spacing(.none).horizontalAlignment(.center)
    }
}

/// Writes points in time for cards.
enum CardTime {
    private static let format = Date.ISO8601FormatStyle()

    /// Returns a macro for the time of day, which the surface formats in the viewer's zone and language.
    static func time(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return "{{TIME(\(Date(timeIntervalSince1970: seconds).formatted(format)))}}"
    }
}
