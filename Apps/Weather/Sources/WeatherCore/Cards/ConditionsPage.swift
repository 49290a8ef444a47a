public import TodayKit

/// The app's first page: the current weather in full.
public enum ConditionsPage {
    /// Returns the page of a report.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - texts: The texts of the surface's language.
    ///   - sentence: Why there is no newer report; `nil` if this is the newest.
    /// - Returns: The page.
    public static func page(_ report: WeatherReport, _ texts: Texts, failure sentence: String? = nil) -> SceneContent {
        let conditions = ConditionTexts(report.conditions, texts)
        return SceneContent(
            title: texts.weather,
            card: Card {
                placesButton(texts)
                heading(texts.name(of: report.place), conditions.temperature)
                if let sky = report.conditions.sky {
                    let symbol = sky.icon(isDay: report.conditions.isDay)
                    Icon(symbol, size: .xxLarge, color: symbol.skyColor, style: .filled).horizontalAlignment(.center)
                }
                TextBlock(conditions.summary.escapedForCards, size: .medium, wrap: true)
                    .spacing(.none).horizontalAlignment(.center)
                if let range = ForecastCards.highLow(report, texts) {
                    TextBlock(range, isSubtle: true).spacing(.none).horizontalAlignment(.center)
                }
                hours(report.conditions.forecast, texts)
                days(report.conditions.forecast, texts)
                Container(style: .emphasis) {
                    FactSet {
                        ForecastCards.facts(report, texts)
                        Fact(texts.feelsLike, conditions.feelsLike)
                        Fact(texts.humidity, conditions.humidity)
                        Fact(texts.chanceOfPrecipitation, conditions.precipitationChance)
                        Fact(texts.precipitation, conditions.precipitation)
                        Fact(texts.wind, conditions.wind)
                        Fact(texts.pressure, conditions.pressure)
                        Fact(texts.visibility, conditions.visibility)
                    }
                }
                .spacing(.large)
                TextBlock(texts.updated(updated(report, sentence)), size: .small, isSubtle: true)
                    .horizontalAlignment(.center)
                if let sentence {
                    TextBlock(sentence.escapedForCards, color: .attention, wrap: true).horizontalAlignment(.center)
                }
                UnitsSection.section(report.conditions.units, texts)
            }
        )
    }

    @CardBuilder<CardElement>
    private static func hours(_ forecast: Forecast, _ texts: Texts) -> [CardElement] {
        if let hours = ForecastCards.hours(forecast, texts) {
            Container(style: .emphasis) {
                TextBlock(texts.nextHours, weight: .bolder)
                hours
                if let rain = ForecastCards.rain(forecast, texts) { rain.spacing(.medium) }
            }
            .spacing(.large)
        }
    }

    @CardBuilder<CardElement>
    private static func days(_ forecast: Forecast, _ texts: Texts) -> [CardElement] {
        if let days = ForecastCards.days(forecast, texts) {
            Container(style: .emphasis) {
                TextBlock(texts.nextDays, weight: .bolder)
                if let chart = ForecastCards.temperatures(forecast, texts) { chart }
                days.spacing(.medium)
            }
            .spacing(.large)
        }
    }

    /// Returns the page without a report: the reason, what happens next, and the search for places, which needs no
    /// network.
    ///
    /// - Parameters:
    ///   - place: The place, or `nil` if the choice names none.
    ///   - texts: The texts of the surface's language.
    ///   - sentence: The reason.
    /// - Returns: The page.
    public static func page(_ place: Place?, _ texts: Texts, failure sentence: String) -> SceneContent {
        SceneContent(
            title: texts.weather,
            card: Card {
                placesButton(texts)
                TextBlock(
                    (place.map(texts.name) ?? texts.weather).escapedForCards,
                    size: .large,
                    wrap: true,
                    style: .heading
                )
                .horizontalAlignment(.center)
                Icon(.weatherPartlyCloudyDay, size: .xxLarge, color: .accent).horizontalAlignment(.center)
                TextBlock(texts.noWeatherYet, size: .medium).horizontalAlignment(.center)
                TextBlock(sentence.escapedForCards, wrap: true).spacing(.none).horizontalAlignment(.center)
                TextBlock(texts.retriesByItself, isSubtle: true, wrap: true).spacing(.small).horizontalAlignment(
                    .center
                )
                ActionSet { Action.openURL(texts.tryAgain, url: WidgetCards.appURL) }
                    .spacing(.medium).horizontalAlignment(.center)
                SearchSection.section(nil, texts)
                TextBlock(texts.searchWithoutNetwork, size: .small, isSubtle: true, wrap: true)
            }
        )
    }

    /// Returns when a report was made, with the date if it may be an old one.
    private static func updated(_ report: WeatherReport, _ failure: String?) -> String {
        let time = CardTime.time(report.updated)
        return failure == nil ? time : "\(CardTime.date(report.updated)), \(time)"
    }

    private static func placesButton(_ texts: Texts) -> ActionSet {
        ActionSet { Action.openURL(texts.places, url: PlacesPage.url) }.horizontalAlignment(.right)
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
    static func time(_ date: Date) -> String { "{{TIME(\(moment(date)))}}" }

    /// Returns a macro for the day.
    static func date(_ date: Date) -> String { "{{DATE(\(moment(date)),SHORT)}}" }

    private static func moment(_ date: Date) -> String {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)).formatted(format)
    }
}
