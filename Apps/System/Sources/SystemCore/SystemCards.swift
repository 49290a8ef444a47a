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
    public static func content(_ status: SystemStatus, _ texts: Texts) -> WidgetContent {
        WidgetContent(
            compact: card(status, texts, showsFacts: false),
            expanded: card(status, texts, showsFacts: true),
            refresh: .after(seconds: refreshSeconds)
        )
    }

    /// Returns the app's page.
    public static func page(_ status: SystemStatus, _ texts: Texts) -> SceneContent {
        SceneContent(
            title: texts.system,
            card: Card {
                rings(status, texts, size: .large)
                Container(style: .emphasis) { facts(status, texts) }.spacing(.large)
                ActionSet { Action.perform(texts.refresh, SystemAction.refresh) }
            }
        )
    }

    private static func card(_ status: SystemStatus, _ texts: Texts, showsFacts: Bool) -> Card {
        Card {
            rings(status, texts, size: .medium)
            if showsFacts { facts(status, texts).separator() }
        }
        .selectAction(.openURL(texts.openSystem, url: appURL))
    }

    private static func rings(_ status: SystemStatus, _ texts: Texts, size: ProgressRingSize) -> ColumnSet {
        ColumnSet {
            ring(texts.load, loadFraction(status), texts.number(status.load.first ?? 0, decimals: 2), size, texts)
            ring(texts.memory, status.memory.usedFraction, texts.free(status.memory.available), size, texts)
            ring(texts.disk, status.disk.usedFraction, texts.free(status.disk.available), size, texts)
        }
    }

    /// Returns a column with a ring, its percentage and a detail below it.
    private static func ring(
        _ title: String,
        _ fraction: Double,
        _ detail: String,
        _ size: ProgressRingSize,
        _ texts: Texts
    ) -> Column {
        Column {
            ProgressRing(
                label: "\(title) \(texts.percent(fraction))",
                value: (fraction * 100).rounded(),
                color: color(fraction),
                size: size
            )
            .horizontalAlignment(.center)
            TextBlock(detail, size: .small, isSubtle: true, wrap: true).horizontalAlignment(.center).spacing(.none)
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

    /// A color that says whether the person should do something.
    static func color(_ fraction: Double) -> ProgressColor {
        switch fraction {
        case ..<0.8: .accent
        case ..<0.95: .warning
        default: .attention
        }
    }
}
