public import TodayKit

/// The cards of the widget.
public enum ClockCards {
    /// The URL of the app's page.
    public static let appURL = "today-clock://"
    /// How many clocks the compact card shows: in rows on a small widget, and side by side on others.
    static let compactCount = 3
    /// For how many minutes the content has cards; the widget runs once in that time.
    static let minutes = 60

    /// Returns the content: a card for each of the coming minutes, so that the clocks go on while no process runs.
    ///
    /// - Parameters:
    ///   - clocks: The clocks.
    ///   - now: The time of the first card.
    ///   - zone: The person's time zone.
    ///   - family: The size of the widget.
    ///   - texts: The texts of the surface's language.
    /// - Returns: The content, whose next update is due when its cards end.
    public static func content(
        _ clocks: [SavedClock],
        now: Date,
        zone: String,
        family: WidgetFamily = .small,
        _ texts: Texts
    ) -> WidgetContent {
        let minute = (now.timeIntervalSince1970 / 60).rounded(.down) * 60
        let entries = (1..<minutes).map { number in
            let date = Date(timeIntervalSince1970: minute + Double(number) * 60)
            return WidgetContent.Entry(
                date: date,
                compact: compact(clocks, date, family, texts),
                expanded: expanded(clocks, date, zone, texts)
            )
        }
        return WidgetContent(
            compact: compact(clocks, now, family, texts),
            expanded: expanded(clocks, now, zone, texts),
            refresh: .at(Date(timeIntervalSince1970: minute + Double(minutes) * 60)),
            entries: clocks.isEmpty ? nil : entries
        )
    }

    static func compact(_ clocks: [SavedClock], _ date: Date, _ family: WidgetFamily, _ texts: Texts) -> Card {
        guard !clocks.isEmpty else {
            return Card { TextBlock(texts.noClocks, isSubtle: true, wrap: true) }
                .selectAction(.openURL(texts.openClock, url: appURL))
        }
        let shown = clocks.prefix(compactCount)
        return Card {
            if family == .small {
                for clock in shown { line(clock, date, texts) }
            } else {
                ColumnSet {
                    for clock in shown {
                        Column {
                            TextBlock(texts.title(of: clock).escapedForCards, size: .small, isSubtle: true)
                            TextBlock(texts.time(LocalTime(date, in: clock.zone)), size: .large, weight: .lighter)
                                .spacing(.none)
                        }
                    }
                }
            }
        }
        .selectAction(.openURL(texts.openClock, url: appURL))
    }

    /// Returns a line with the name and the time of a clock; the time is never cut.
    private static func line(_ clock: SavedClock, _ date: Date, _ texts: Texts) -> ColumnSet {
        ColumnSet {
            Column(verticalContentAlignment: .center) {
                TextBlock(texts.title(of: clock).escapedForCards, isSubtle: true)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                TextBlock(texts.time(LocalTime(date, in: clock.zone)), size: .large, weight: .lighter)
            }
        }
        .spacing(.small)
    }

    /// Returns the card behind "Show More"; `nil` if the compact card shows everything.
    static func expanded(_ clocks: [SavedClock], _ date: Date, _ zone: String, _ texts: Texts) -> Card? {
        guard !clocks.isEmpty else { return nil }
        let home = LocalTime(date, in: zone)
        return Card {
            for clock in clocks {
                row(clock, LocalTime(date, in: clock.zone), home, texts)
            }
        }
        .selectAction(.openURL(texts.openClock, url: appURL))
    }

    /// Returns a row with the name, the difference and the time of a clock.
    static func row(_ clock: SavedClock, _ time: LocalTime, _ home: LocalTime, _ texts: Texts) -> ColumnSet {
        ColumnSet {
            Column(verticalContentAlignment: .center) { name(clock, time, home, texts) }
            Column(width: .auto, verticalContentAlignment: .center) {
                TextBlock(texts.time(time), size: .extraLarge, weight: .lighter)
            }
        }
    }

    /// Returns the name and the difference of a clock.
    @CardBuilder<CardElement> static func name(
        _ clock: SavedClock,
        _ time: LocalTime,
        _ home: LocalTime,
        _ texts: Texts
    ) -> [CardElement] {
        TextBlock(texts.title(of: clock).escapedForCards, wrap: true)
        TextBlock(texts.difference(time, from: home), size: .small, isSubtle: true, wrap: true).spacing(.none)
    }
}
