public import TodayKit

/// The action of the app's page.
public enum SystemAction: Codable, Hashable, Sendable {
    /// Reads the state of the computer again.
    case refresh
}

/// The widget's cards and the app's page.
public enum SystemCards {
    /// The URL of the app's page.
    public static let appURL = "today-system://"
    /// After how many seconds the widget is asked again while somebody looks.
    static let refreshSeconds = 15.0

    /// Returns the widget's content.
    ///
    /// - Parameters:
    ///   - history: The states of the last minutes, the current one last.
    ///   - texts: The texts of the surface's language.
    /// - Returns: The content.
    public static func content(_ history: SystemHistory, _ texts: Texts) -> WidgetContent {
        WidgetContent(
            compact: card(history, texts, showsFacts: false),
            expanded: card(history, texts, showsFacts: true),
            refresh: .after(seconds: refreshSeconds)
        )
    }

    /// Returns the app's page.
    public static func page(_ history: SystemHistory, _ texts: Texts) -> SceneContent {
        SceneContent(
            title: texts.system,
            card: Card {
                Container(style: .emphasis) { values(history, texts) }
                if let status = history.current {
                    Container(style: .emphasis) { facts(status, texts) }.spacing(.large)
                }
                ActionSet { Action.perform(texts.refresh, SystemAction.refresh) }
            }
        )
    }

    private static func card(_ history: SystemHistory, _ texts: Texts, showsFacts: Bool) -> Card {
        Card {
            values(history, texts)
            if showsFacts, let status = history.current { facts(status, texts).separator().spacing(.medium) }
        }
        .header(detail: history.current.map { texts.up(texts.duration($0.uptime)) })
        .selectAction(.openURL(texts.openSystem, url: appURL))
    }

    private static func values(_ history: SystemHistory, _ texts: Texts) -> ColumnSet {
        ColumnSet {
            if let status = history.current {
                value(texts.load, texts.percent(loadFraction(status)), .categoricalBlue, history.line(loadFraction))
                value(
                    texts.memory,
                    texts.percent(status.memory.usedFraction),
                    .categoricalGreen,
                    history.line(\.memory.usedFraction)
                )
                value(
                    texts.disk,
                    texts.percent(status.disk.usedFraction),
                    .categoricalMarigold,
                    history.line(\.disk.usedFraction)
                )
            }
        }
        .spacing(.none)
    }

    /// Returns a column with a value, its name, and the line of the last minutes.
    private static func value(_ title: String, _ number: String, _ color: ChartColor, _ line: [ChartPoint]) -> Column {
        Column {
            TextBlock(number, size: .large, weight: .lighter)
            TextBlock(title, size: .small, isSubtle: true).spacing(.none)
            LineChart(
                title: title,
                color: color,
                showLegend: false,
                axes: ChartAxes(yMin: 0, yMax: 100, areShown: false)
            ) {
                LineSeries(values: line)
            }
        }
    }

    private static func facts(_ status: SystemStatus, _ texts: Texts) -> FactSet {
        FactSet {
            Fact(texts.load, status.load.map { texts.number($0, decimals: 2) }.joined(separator: " · "))
            Fact(texts.processors, "\(status.processors)")
            Fact(texts.memory, texts.used(status.memory))
            if status.swap.total > 0 { Fact(texts.swap, texts.used(status.swap)) }
            Fact(texts.disk, texts.used(status.disk))
            Fact(texts.runningFor, texts.duration(status.uptime))
        }
    }

    /// The load of the last minute in relation to the processors, at most 1.
    static func loadFraction(_ status: SystemStatus) -> Double {
        min(max((status.load.first ?? 0) / Double(max(status.processors, 1)), 0), 1)
    }
}
