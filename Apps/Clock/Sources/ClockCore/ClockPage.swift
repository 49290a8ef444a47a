public import TodayKit

/// The app's page: the clocks, and a form to add one.
public enum ClockPage {
    /// The ids of the inputs.
    public enum Input {
        /// The IANA name of the zone to add.
        public static let zone = "zone"
        /// The name of the clock to add.
        public static let label = "label"
    }

    /// Returns the page.
    ///
    /// - Parameters:
    ///   - clocks: The clocks.
    ///   - zones: The zones to choose from.
    ///   - now: The current time.
    ///   - zone: The person's time zone.
    ///   - texts: The texts of the surface's language.
    /// - Returns: The page.
    public static func page(
        _ clocks: [SavedClock],
        zones: ZoneList,
        now: Date,
        zone: String,
        _ texts: Texts
    ) -> SceneContent {
        let home = LocalTime(now, in: zone)
        return SceneContent(
            title: texts.clock,
            card: Card {
                TextBlock(texts.yourTime, isSubtle: true).horizontalAlignment(.center)
                TextBlock(texts.time(home), size: .extraLarge, weight: .lighter)
                    .spacing(.none).horizontalAlignment(.center)
                Container(style: .emphasis) {
                    for (index, clock) in clocks.enumerated() {
                        row(clock, LocalTime(now, in: clock.zone), home, texts).separator(index > 0)
                    }
                    if clocks.isEmpty { TextBlock(texts.noClocksHere, isSubtle: true, wrap: true) }
                }
                .spacing(.large)
                form(zones, texts)
            }
        )
    }

    /// Returns a row with the name and the time of a clock, and the button that removes it below the time: beside it, both would be
    /// cut on a phone.
    private static func row(
        _ clock: SavedClock,
        _ time: LocalTime,
        _ home: LocalTime,
        _ texts: Texts
    ) -> ColumnSet {
        ColumnSet {
            Column { ClockCards.name(clock, time, home, texts) }
            Column(width: .auto) {
                TextBlock(texts.time(time), size: .medium).horizontalAlignment(.right)
                ActionSet {
                    Action.perform(texts.remove, ClockAction.remove(clock), style: .destructive)
                        .tooltip(texts.removeClock(texts.title(of: clock)))
                }
                .spacing(.small)
            }
        }
    }

    private static func form(_ zones: ZoneList, _ texts: Texts) -> Container {
        Container(style: .emphasis) {
            TextBlock(texts.addAClock, weight: .bolder)
            ChoiceSetInput(
                id: Input.zone,
                label: texts.timeZone,
                choices: zones.names.map { Choice(texts.choice($0), value: $0) },
                placeholder: texts.chooseZone
            )
            TextInput(
                id: Input.label,
                label: texts.label,
                placeholder: texts.labelHint,
                maxLength: ClockEditor.labelLimit
            )
            ActionSet { Action.submit(texts.add, ClockAction.add, style: .positive) }
        }
        .id("add").spacing(.large)
    }
}

/// The actions of the page.
public enum ClockAction: Codable, Hashable, Sendable {
    /// Adds the clock that the inputs describe.
    case add
    /// Removes a clock.
    case remove(SavedClock)
    /// Returns a clock that was removed to its place.
    case putBack(SavedClock, at: Int)
}

/// Performs the actions of the page by changing shared defaults.
public struct ClockEditor: Sendable {
    /// How long a name may be, in characters.
    public static let labelLimit = 40

    private let zones: ZoneList
    private let texts: Texts

    /// Creates an editor.
    public init(zones: ZoneList, _ texts: Texts) {
        self.zones = zones
        self.texts = texts
    }

    /// Returns the clocks after an action; repeating the action changes nothing more.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - clocks: The clocks before it.
    ///   - inputs: What the person entered.
    /// - Returns: The clocks after it.
    /// - Throws: `InvalidInputs` with a message for each invalid input; a `Failure` if there is no room to put a clock back.
    public func clocks(
        after action: ClockAction,
        _ clocks: [SavedClock],
        inputs: [String: String]
    ) throws -> [SavedClock] {
        switch action {
        case .remove(let clock): return clocks.filter { $0 != clock }
        case .putBack(let clock, let index):
            guard !clocks.contains(clock) else { return clocks }
            guard clocks.count < SavedClock.limit else { throw Failure(texts.tooMany(SavedClock.limit)) }
            var clocks = clocks
            clocks.insert(clock, at: min(max(index, 0), clocks.count))
            return clocks
        case .add:
            var problems: [String: String] = [:]
            let zone = inputs[ClockPage.Input.zone] ?? ""
            let label = Self.plain(inputs[ClockPage.Input.label] ?? "")
            if !zones.names.contains(zone) { problems[ClockPage.Input.zone] = texts.zoneMissing }
            if clocks.count >= SavedClock.limit { problems[ClockPage.Input.zone] = texts.tooMany(SavedClock.limit) }
            if label.count > Self.labelLimit || label.utf8.count > Self.labelLimit * 16 {
                problems[ClockPage.Input.label] = texts.labelTooLong(Self.labelLimit)
            }
            guard problems.isEmpty else { throw InvalidInputs(problems) }
            let clock = SavedClock(zone: zone, label: label.isEmpty ? nil : label)
            return clocks.contains(clock) ? clocks : clocks + [clock]
        }
    }

    /// Returns a text on one line, without spaces at its ends.
    private static func plain(_ text: String) -> String {
        text.split { character in
            character.isWhitespace
                || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        .joined(separator: " ")
    }
}
