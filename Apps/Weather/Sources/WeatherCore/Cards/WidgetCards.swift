public import TodayKit

/// The cards of the widget.
public enum WidgetCards {
    /// The URL of the app's first page.
    public static let appURL = "today-weather://"

    /// Returns the content: as wide as the widget, so that all of it can be tapped, with its own padding.
    public static func content(_ report: WeatherReport, refresh: RefreshPolicy) -> WidgetContent {
        WidgetContent(compact: compact(report), expanded: expanded(report), margins: .zero, refresh: refresh)
    }

    /// Returns the card with the place and the temperature.
    static func compact(_ report: WeatherReport) -> Card {
        Card { Container(style: .emphasis) { header(report) } }
            .selectAction(.openURL(Texts.openWeather, url: appURL))
    }

    /// Returns the card behind "Show More".
    static func expanded(_ report: WeatherReport) -> Card {
        let texts = ConditionTexts(report.conditions)
        return Card {
            Container(style: .emphasis) {
                header(report)
                TextBlock(summary(texts), isSubtle: true, wrap: true).spacing(.small)
                FactSet {
                    Fact(Texts.chanceOfPrecipitation, texts.precipitationChance)
                    Fact(Texts.humidity, texts.humidity)
                    Fact(Texts.lastUpdated, CardTime.time(report.updated))
                }
            }
        }
        .selectAction(.openURL(Texts.openWeather, url: appURL))
    }

    /// Returns the symbol and the words for the weather.
    static func summary(_ texts: ConditionTexts) -> String {
        [texts.symbol, texts.summary.escapedForCards].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func header(_ report: WeatherReport) -> ColumnSet {
        ColumnSet {
            Column(verticalContentAlignment: .center) {
                TextBlock(report.place.title.escapedForCards, size: .medium, wrap: true, maxLines: 2)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                TextBlock(ConditionTexts(report.conditions).temperature, size: .extraLarge, weight: .lighter)
            }
        }
    }
}
