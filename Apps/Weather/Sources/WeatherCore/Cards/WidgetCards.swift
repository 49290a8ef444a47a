public import TodayKit

/// The cards of the widget.
public enum WidgetCards {
    /// The URL of the app's first page.
    public static let appURL = "today-weather://"

    /// Returns the content: as wide as the widget, so that all of it can be tapped, with its own padding.
    public static func content(_ report: WeatherReport, _ texts: Texts, refresh: RefreshPolicy) -> WidgetContent {
        WidgetContent(
            compact: compact(report, texts),
            expanded: expanded(report, texts),
            margins: .zero,
            refresh: refresh
        )
    }

    /// Returns the card with the place and the temperature.
    static func compact(_ report: WeatherReport, _ texts: Texts) -> Card {
        Card { Container(style: .emphasis) { header(report, texts) } }
            .selectAction(.openURL(texts.openWeather, url: appURL))
    }

    /// Returns the card behind "Show More".
    static func expanded(_ report: WeatherReport, _ texts: Texts) -> Card {
        let conditions = ConditionTexts(report.conditions, texts)
        return Card {
            Container(style: .emphasis) {
                header(report, texts)
                TextBlock(summary(conditions), isSubtle: true, wrap: true).spacing(.small)
                FactSet {
                    Fact(texts.chanceOfPrecipitation, conditions.precipitationChance)
                    Fact(texts.humidity, conditions.humidity)
                    Fact(texts.lastUpdated, CardTime.time(report.updated))
                }
            }
        }
        .selectAction(.openURL(texts.openWeather, url: appURL))
    }

    /// Returns the symbol and the words for the weather.
    static func summary(_ conditions: ConditionTexts) -> String {
        [conditions.symbol, conditions.summary.escapedForCards].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func header(_ report: WeatherReport, _ texts: Texts) -> ColumnSet {
        ColumnSet {
            Column(verticalContentAlignment: .center) {
                TextBlock(texts.title(of: report.place).escapedForCards, size: .medium, wrap: true, maxLines: 2)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                TextBlock(ConditionTexts(report.conditions, texts).temperature, size: .extraLarge, weight: .lighter)
            }
        }
    }
}
