public import TodayKit

/// The cards of the widget.
public enum WidgetCards {
    /// The URL of the app's first page.
    public static let appURL = "today-weather://"

    /// Returns the content: as wide as the widget, so that all of it can be tapped, with its own padding.
    ///
    /// - Parameters:
    ///   - report: The weather.
    ///   - texts: The texts of the surface's language.
    ///   - family: The size of the widget; all but a small one show the next hours at once.
    ///   - refresh: When the widget wants to be updated.
    /// - Returns: The content.
    public static func content(
        _ report: WeatherReport,
        _ texts: Texts,
        family: WidgetFamily = .small,
        refresh: RefreshPolicy
    ) -> WidgetContent {
        WidgetContent(
            compact: compact(report, texts, family),
            expanded: expanded(report, texts),
            margins: .zero,
            refresh: refresh
        )
    }

    /// Returns the card with the place, the temperature, the sky, and the highest and lowest temperature of the day; a
    /// widget that is not small has room for the next hours too.
    static func compact(_ report: WeatherReport, _ texts: Texts, _ family: WidgetFamily = .small) -> Card {
        Card {
            Container(style: .emphasis) {
                header(report, texts)
                if family != .small, let hours = ForecastCards.strip(report.conditions.forecast, texts) {
                    hours.spacing(.medium)
                }
            }
        }
        .selectAction(.openURL(texts.openWeather, url: appURL))
    }

    /// Returns the card behind "Show More".
    static func expanded(_ report: WeatherReport, _ texts: Texts) -> Card {
        let conditions = ConditionTexts(report.conditions, texts)
        return Card {
            Container(style: .emphasis) {
                header(report, texts)
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
        .selectAction(.openURL(texts.openWeather, url: appURL))
    }

    private static func header(_ report: WeatherReport, _ texts: Texts) -> ColumnSet {
        let conditions = ConditionTexts(report.conditions, texts)
        return ColumnSet {
            Column(verticalContentAlignment: .center) {
                // The name has the whole width, so that it is not broken where text is large.
                TextBlock(texts.title(of: report.place).escapedForCards, wrap: true, maxLines: 2)
                ColumnSet {
                    if let sky = report.conditions.sky {
                        Column(width: .auto, verticalContentAlignment: .center) {
                            Icon(sky.icon, size: .medium, color: sky.color)
                        }
                    }
                    Column(verticalContentAlignment: .center) {
                        TextBlock(conditions.summary.escapedForCards, size: .small, isSubtle: true)
                    }
                }
                .spacing(.small)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                TextBlock(conditions.temperature, size: .extraLarge, weight: .lighter).horizontalAlignment(.right)
                if let range = ForecastCards.highLow(report, texts) {
                    TextBlock(range, size: .small, isSubtle: true).spacing(.none).horizontalAlignment(.right)
                }
            }
        }
    }
}
