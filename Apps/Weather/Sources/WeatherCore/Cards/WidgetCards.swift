public import TodayKit

/// The cards of the widget.
///
/// A small widget shows the place and the temperature alone, and so does one that is offered a height of less than 60
/// points (`WidgetSize.maximumCompactHeight`). No surface of Today offers less than 220; another host may.
public enum WidgetCards {
    /// The URL of the app's first page.
    public static let appURL = "today-weather://"

    /// Returns the content: as wide as the widget, so that all of it can be tapped, with its own padding.
    ///
    /// - Parameters:
    ///   - report: The weather.
    ///   - texts: The texts of the surface's language.
    ///   - size: The room of the widget; all but a small one show the next hours at once.
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
            expanded: expanded(report, texts),
            margins: .zero,
            refresh: refresh
        )
    }

    /// Returns what is shown until there is a report for the first time: the place, and two dashes for each value.
    public static func placeholder(at place: Place, _ texts: Texts) -> WidgetContent {
        let summary = TextBlock(Texts.notYet, size: .small, isSubtle: true).spacing(.small).element
        return WidgetContent(
            compact: card(texts) { header(place, Texts.notYet, texts) },
            expanded: card(texts) {
                header(place, Texts.notYet, texts, summary: summary)
                FactSet {
                    for title in [texts.chanceOfPrecipitation, texts.humidity, texts.lastUpdated] {
                        Fact(title, Texts.notYet)
                    }
                }
                .spacing(.medium)
            },
            margins: .zero
        )
    }

    /// The smallest height that has room for more than the place and the temperature.
    private static let height = 60.0

    /// Returns the card with the place and the temperature; a widget that is not small has room for the sky, the
    /// highest and lowest temperature of the day, and the next hours too.
    static func compact(_ report: WeatherReport, _ texts: Texts, _ size: WidgetSize = WidgetSize()) -> Card {
        let isLarge = size.family.map { $0 != .small } ?? false
        let hasRoom = isLarge && size.maximumCompactHeight >= height
        return card(texts) {
            header(report, texts, isWhole: hasRoom)
            if hasRoom, let hours = ForecastCards.strip(report.conditions.forecast, texts) {
                hours.spacing(.medium)
            }
        }
    }

    /// Returns the card behind "Show More".
    static func expanded(_ report: WeatherReport, _ texts: Texts) -> Card {
        let conditions = ConditionTexts(report.conditions, texts)
        return card(texts) {
            header(report, texts, isWhole: true)
            if let hours = ForecastCards.hours(report.conditions.forecast, texts) { hours.spacing(.medium) }
            FactSet {
                Fact(texts.chanceOfPrecipitation, conditions.precipitationChance)
                Fact(texts.humidity, conditions.humidity)
                ForecastCards.facts(report, texts)
                Fact(texts.lastUpdated, CardTime.time(report.updated))
            }
            .spacing(.medium)
        }
    }

    private static func card(_ texts: Texts, @CardBuilder<CardElement> _ items: () -> [CardElement]) -> Card {
        let items = items()
        return Card { Container(style: .emphasis) { items } }
            .selectAction(.openURL(texts.openWeather, url: appURL))
    }

    private static func header(_ report: WeatherReport, _ texts: Texts, isWhole: Bool) -> ColumnSet {
        let conditions = ConditionTexts(report.conditions, texts)
        return header(
            report.place,
            conditions.temperature,
            texts,
            summary: isWhole ? sky(report, conditions.summary).element : nil,
            range: isWhole ? ForecastCards.highLow(report, texts) : nil
        )
    }

    private static func header(
        _ place: Place,
        _ temperature: String,
        _ texts: Texts,
        summary: CardElement? = nil,
        range: String? = nil
    ) -> ColumnSet {
        ColumnSet {
            Column(verticalContentAlignment: .center) {
                // The name has the whole width, so that it is not broken where text is large.
                TextBlock(texts.title(of: place).escapedForCards, wrap: true, maxLines: 2)
                summary
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                TextBlock(temperature, size: .extraLarge, weight: .lighter).horizontalAlignment(.right)
                if let range {
                    TextBlock(range, size: .small, isSubtle: true).spacing(.none).horizontalAlignment(.right)
                }
            }
        }
    }

    private static func sky(_ report: WeatherReport, _ summary: String) -> ColumnSet {
        ColumnSet {
            if let sky = report.conditions.sky {
                Column(width: .auto, verticalContentAlignment: .center) {
                    Icon(sky.icon, size: .medium, color: sky.color)
                }
            }
            Column(verticalContentAlignment: .center) {
                TextBlock(summary.escapedForCards, size: .small, isSubtle: true)
            }
        }
        .spacing(.small)
    }
}
