public import TodayKit

/// The cards of the widget, over a picture of the sky.
///
/// A widget that is offered a height of less than 60 points (`WidgetSize.maximumCompactHeight`) shows the temperature
/// alone. No surface of Today offers less than 220; another host may.
public enum WidgetCards {
    /// The URL of the app's first page.
    public static let appURL = "today-weather://"

    /// Returns the content.
    ///
    /// - Parameters:
    ///   - report: The weather.
    ///   - texts: The texts of the surface's language.
    ///   - size: The room of the widget: a medium one also shows the next hours, a large one the next days too.
    ///   - refresh: When the widget wants to be updated.
    /// - Returns: The content.
    public static func content(
        _ report: WeatherReport,
        _ texts: Texts,
        size: WidgetSize = WidgetSize(),
        refresh: RefreshPolicy
    ) -> WidgetContent {
        WidgetContent(
            compact: compact(report, texts, size),
            expanded: size.family == .large ? nil : expanded(report, texts),
            refresh: refresh
        )
    }

    /// Returns what is shown until there is a report for the first time: the place, and two dashes for each value.
    public static func placeholder(at place: Place, _ texts: Texts) -> WidgetContent {
        let header = header(Texts.notYet, summary: Texts.notYet, range: nil)
        return WidgetContent(
            compact: card(place, Conditions(units: .si), texts) { header },
            expanded: card(place, Conditions(units: .si), texts) {
                header
                FactSet {
                    for title in [texts.chanceOfPrecipitation, texts.humidity, texts.lastUpdated] {
                        Fact(title, Texts.notYet)
                    }
                }
                .spacing(.medium)
            }
        )
    }

    /// The smallest height that has room for more than the temperature.
    private static let height = 60.0

    /// Returns the card of a size.
    static func compact(_ report: WeatherReport, _ texts: Texts, _ size: WidgetSize = WidgetSize()) -> Card {
        let conditions = ConditionTexts(report.conditions, texts)
        return card(report.place, report.conditions, texts) {
            if size.maximumCompactHeight < height {
                header(conditions.temperature, summary: nil, range: nil)
            } else if (size.family ?? .small) == .small {
                small(report, texts)
            } else {
                header(report, texts)
                Container {}.height(.stretch).spacing(.none)
                ForecastCards.strip(report.conditions.forecast, texts, isWide: size.family == .wide)
                if size.family == .large { ForecastCards.ranges(report.conditions.forecast, texts) }
            }
        }
    }

    /// Returns the card behind "Show More".
    static func expanded(_ report: WeatherReport, _ texts: Texts) -> Card {
        let conditions = ConditionTexts(report.conditions, texts)
        return card(report.place, report.conditions, texts) {
            header(report, texts)
            ForecastCards.strip(report.conditions.forecast, texts)
            ForecastCards.ranges(report.conditions.forecast, texts)
            FactSet {
                Fact(texts.chanceOfPrecipitation, conditions.precipitationChance)
                Fact(texts.humidity, conditions.humidity)
                ForecastCards.facts(report, texts)
                Fact(texts.lastUpdated, CardTime.time(report.updated))
            }
            .spacing(.medium)
        }
    }

    private static func card(
        _ place: Place,
        _ conditions: Conditions,
        _ texts: Texts,
        @CardBuilder<CardElement> _ items: () -> [CardElement]
    ) -> Card {
        Card(body: items)
            .header(title: texts.title(of: place).escapedForCards)
            .backgroundImage(conditions.background)
            .selectAction(.openURL(texts.openWeather, url: appURL))
    }

    /// Returns the elements of a small card: the temperature with the sky beside it, and the words below.
    @CardBuilder<CardElement>
    private static func small(_ report: WeatherReport, _ texts: Texts) -> [CardElement] {
        let conditions = ConditionTexts(report.conditions, texts)
        ColumnSet {
            Column { temperature(conditions.temperature) }
            if let sky = report.conditions.sky {
                Column(width: .auto, verticalContentAlignment: .center) {
                    Icon(sky.icon(isDay: report.conditions.isDay), size: .xLarge, style: .filled)
                }
            }
        }
        Container(verticalContentAlignment: .bottom) {
            TextBlock(conditions.summary.escapedForCards, weight: .bolder)
            if let range = ForecastCards.highLow(report, texts) {
                TextBlock(range, size: .small, isSubtle: true).spacing(.none)
            }
        }
        .height(.stretch)
    }

    private static func header(_ report: WeatherReport, _ texts: Texts) -> ColumnSet {
        let conditions = ConditionTexts(report.conditions, texts)
        return header(
            conditions.temperature,
            summary: conditions.summary.escapedForCards,
            range: ForecastCards.highLow(report, texts)
        )
    }

    private static func header(_ degrees: String, summary: String?, range: String?) -> ColumnSet {
        ColumnSet {
            Column(width: .auto) { temperature(degrees) }
            Column(verticalContentAlignment: .center) {
                if let summary {
                    TextBlock(summary, weight: .bolder, wrap: true, maxLines: 2).horizontalAlignment(.right)
                }
                if let range {
                    TextBlock(range, size: .small, isSubtle: true).spacing(.none).horizontalAlignment(.right)
                }
            }
        }
    }

    private static func temperature(_ degrees: String) -> TextBlock {
        TextBlock(degrees, size: .extraLarge, weight: .lighter)
    }
}
