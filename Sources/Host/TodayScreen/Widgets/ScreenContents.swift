import Foundation
import TodayProtocol

/// What the screen holds: which widgets there are, which show, what they are doing and what they last showed.
///
/// A pure value; ``Screen`` owns it and does what the transitions ask for.
struct ScreenContents: Sendable {
    /// In how many languages a widget keeps content; the one not used for longest gives way.
    static let languageLimit = 8
    /// What a surface says of content that is older than its widget wanted.
    static let updating = "It is being updated."

    private(set) var installed: [WidgetID: InstalledWidget] = [:]
    private(set) var apps: [ScreenState.App] = []
    private var appTitles: [AppID: LocalizedText] = [:]
    /// Every installed widget's place, from the top.
    private(set) var places: [Place] = []
    private(set) var machines: [WidgetID: WidgetStateMachine] = [:]
    private(set) var slots: [WidgetID: [String: WidgetContentState]] = [:]
    var recalls: [WidgetID: UpdateCancellation] = [:]
    /// When each app's pages changed last.
    var sceneRevisions: [AppID: Revision] = [:]
    /// When the list of widgets, apps, warnings or notices changed last.
    private(set) var layoutRevision: Revision
    /// The newest change of anything that shows.
    private(set) var revision: Revision
    var warnings: [String] = []
    var notices: [String] = []

    /// An installed widget's place.
    struct Place: Hashable, Sendable {
        var widget: WidgetID
        var isShown: Bool
        var hasContent: Bool
    }

    init(revision: Revision) {
        layoutRevision = revision
        self.revision = revision
    }

    // MARK: - What is installed and where it stands

    /// Takes the installed widgets and apps and their places.
    ///
    /// - Returns: Widgets that are new on the screen, and widgets that have content again.
    mutating func setLayout(
        installed: [InstalledWidget],
        apps: [(id: AppID, title: LocalizedText, url: String?)],
        places: [Place],
        revision: Revision
    ) -> (added: [WidgetID], filled: [WidgetID]) {
        let before = Dictionary(self.places.map { ($0.widget, $0) }) { first, _ in first }
        self.installed = Dictionary(installed.map { ($0.id, $0) }) { first, _ in first }
        self.apps = apps.map { ScreenState.App(id: $0.id, title: $0.title.fallback, url: $0.url) }
        appTitles = Dictionary(apps.map { ($0.id, $0.title) }) { first, _ in first }
        self.places = places.filter { self.installed[$0.widget] != nil }
        for id in machines.keys where self.installed[id] == nil {
            machines[id] = nil
            slots[id] = nil
        }
        for id in self.installed.keys where machines[id] == nil { machines[id] = WidgetStateMachine() }
        touchLayout(revision)
        let added = self.places.filter { $0.isShown && before[$0.widget]?.isShown != true }
        let filled = self.places.filter { $0.isShown && $0.hasContent && before[$0.widget]?.hasContent == false }
        return (added.map(\.widget), filled.map(\.widget))
    }

    /// Puts a kept snapshot in its place at start.
    mutating func restore(_ snapshot: WidgetSnapshot, of widget: WidgetID, language: String) {
        slots[widget, default: [:]][language] = WidgetContentState(snapshot: snapshot, revision: revision)
    }

    mutating func touchLayout(_ revision: Revision) {
        layoutRevision = revision
        self.revision = revision
    }

    /// The widgets that the person has on the screen, from the top.
    var chosen: [WidgetID] { places.filter(\.isShown).map(\.widget) }

    /// The widgets that show, from the top.
    var visible: [WidgetID] { places.filter { $0.isShown && $0.hasContent }.map(\.widget) }

    // MARK: - Steps

    /// Notes that widgets' content is no longer what it should be.
    ///
    /// - Returns: The recalls of running updates that are overtaken.
    mutating func mark(
        _ reason: UpdateReason,
        _ widgets: some Sequence<WidgetID>,
        watched: Set<String>,
        only language: String? = nil
    ) -> [UpdateCancellation] {
        var overtaken: [UpdateCancellation] = []
        for widget in widgets {
            let languages = language.map { [$0] } ?? Set(slots[widget, default: [:]].keys).union(watched)
            guard machines[widget]?.mark(reason, in: languages) == true, let recall = recalls[widget] else { continue }
            overtaken.append(recall)
        }
        return overtaken
    }

    /// Queues a tap.
    ///
    /// - Returns: The recall of the running update, if it is to make room.
    mutating func enqueue(_ tap: TapID, on widget: WidgetID) -> UpdateCancellation? {
        guard machines[widget]?.enqueue(tap) == true else { return nil }
        return recalls[widget]
    }

    /// Takes a widget's next step.
    mutating func next(of widget: WidgetID, watched: Set<String>) -> (
        step: WidgetStateMachine.Step, recall: UpdateCancellation
    )? {
        let step = machines[widget]?.next { language, reasons in
            watched.contains(language) || !reasons.isDisjoint(with: WidgetStateMachine.pressing)
        }
        guard let step else { return nil }
        let recall = UpdateCancellation()
        recalls[widget] = recall
        return (step, recall)
    }

    /// Ends a widget's running step.
    mutating func finish(_ widget: WidgetID, repeating: Bool = false) {
        recalls[widget] = nil
        machines[widget]?.finish(repeating: repeating)
    }

    /// Whether nothing runs or waits for what shows in a language.
    func isSettled(in language: String) -> Bool {
        visible.allSatisfy { machines[$0]?.isSettled(in: language) ?? true }
    }

    // MARK: - Content

    /// Changes what the screen has of a widget in a language.
    ///
    /// - Parameters:
    ///   - widget: The widget.
    ///   - language: The language.
    ///   - revision: What the change is stamped with, for the surfaces.
    ///   - change: The transition.
    /// - Returns: What the transition asks for; `nil` if the widget is gone.
    mutating func update(
        _ widget: WidgetID,
        _ language: String,
        revision: Revision,
        _ change: (inout WidgetContentState) -> WidgetContentState.Effect
    ) -> WidgetContentState.Effect? {
        guard installed[widget] != nil else { return nil }
        var slot = slots[widget]?[language] ?? WidgetContentState(revision: revision)
        let effect = change(&slot)
        slot.revision = revision
        self.revision = revision
        slots[widget, default: [:]][language] = slot
        if let count = slots[widget]?.count, count > Self.languageLimit,
            let oldest = slots[widget]?.filter({ $0.key != language }).min(by: { $0.value.revision < $1.value.revision }
            )
        {
            slots[widget]?[oldest.key] = nil
        }
        return effect
    }

    /// When something of what shows in a language falls due: a widget's refresh, or its next entry.
    func nextDue(in languages: Set<String>, after now: Date) -> Date? {
        visible.flatMap { slots[$0, default: [:]] }.filter { languages.contains($0.key) }
            .flatMap { [$0.value.refreshDate, $0.value.snapshot?.nextEntry(after: now)] }
            .compactMap(\.self).filter { $0 > now }.min()
    }
}

// MARK: - What surfaces see

extension ScreenContents {
    /// A widget as a surface shows it; `nil` if it is not installed.
    func shown(_ id: WidgetID, in language: String, now: Date) -> ShownWidget? {
        guard let widget = installed[id] else { return nil }
        let slot = slots[id]?[language] ?? WidgetContentState(revision: layoutRevision)
        // Until there is content in this language, that of another is better than none.
        let snapshot = slot.snapshot ?? slots[id]?.values.compactMap(\.snapshot).max { $0.stamp < $1.stamp }
        let cards = snapshot?.cards(at: now)
        let content = snapshot?.content
        var freshness = slot.freshness
        if let snapshot {
            switch freshness {
            case .fresh:
                if let due = slot.refreshDate, now > due.addingTimeInterval(60) {
                    freshness = .stale(reason: Self.updating, since: snapshot.date)
                }
            case .placeholder: freshness = .stale(reason: Self.updating, since: snapshot.date)
            case .failed(let reason): freshness = .stale(reason: reason, since: snapshot.date)
            case .stale: break
            }
        }
        return ShownWidget(
            id: id,
            app: widget.app,
            title: widget.title.text(in: language),
            appURL: widget.appURL,
            compact: cards?.compact ?? widget.placeholder,
            expanded: cards?.expanded,
            compactHeight: content?.compactHeight.map { min(max($0, 0), WidgetSize().maximumCompactHeight) },
            expandedHeight: content?.expandedHeight.map { min(max($0, 0), WidgetSize().maximumExpandedHeight) },
            margins: (content?.margins ?? .standard).clamped,
            date: snapshot?.date,
            freshness: freshness,
            revision: slot.revision
        )
    }

    /// The whole screen.
    func state(epoch: String, language: String, now: Date) -> ScreenState {
        func choice(_ id: WidgetID) -> ScreenState.Choice? {
            installed[id].map {
                ScreenState.Choice(
                    id: id,
                    title: $0.title.text(in: language),
                    appTitle: $0.appTitle.text(in: language)
                )
            }
        }
        return ScreenState(
            epoch: epoch,
            revision: revision,
            widgets: visible.compactMap { shown($0, in: language, now: now) },
            chosen: chosen.compactMap(choice),
            available: places.filter { !$0.isShown }.map(\.widget).compactMap(choice),
            apps: apps.map { app in
                ScreenState.App(id: app.id, title: appTitles[app.id]?.text(in: language) ?? app.title, url: app.url)
            }.sorted { $0.title.lowercased() < $1.title.lowercased() },
            warnings: warnings,
            notices: notices
        )
    }
}

extension WidgetMargins {
    /// The margins within what a screen grants: 0 to 64 points.
    fileprivate var clamped: WidgetMargins {
        func clamp(_ value: Double) -> Double { min(max(value, 0), 64) }
        return WidgetMargins(
            top: clamp(top),
            leading: clamp(leading),
            bottom: clamp(bottom),
            trailing: clamp(trailing)
        )
    }
}
