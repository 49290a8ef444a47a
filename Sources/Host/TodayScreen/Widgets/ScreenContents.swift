import Foundation
import HostModel
import HostStorage
import TodayProtocol

/// The state of the screen, as a pure value: the installed and visible widgets, their steps and their content.
struct ScreenContents: Sendable {
    /// Largest number of languages in which a widget has content; the one that changed least recently is dropped.
    static let languageLimit = 8

    /// The updates that run while no page shows the screen.
    var unseen: UnseenUpdates
    private(set) var installed: [WidgetID: InstalledWidget] = [:]
    private(set) var apps: [ScreenState.App] = []
    private var appTitles: [AppID: LocalizedText] = [:]
    /// Places of all installed widgets, from the top.
    private(set) var places: [ScreenWidget] = []
    private(set) var stateMachines: [WidgetID: WidgetStateMachine] = [:]
    private(set) var contentStates: [WidgetID: [String: WidgetContentState]] = [:]
    private var cancellations: [WidgetID: UpdateCancellation] = [:]
    /// Sizes that each widget's last content requested beyond the limits.
    private var excesses: [WidgetID: [GrantedLayout.Excess]] = [:]
    /// Revision of the last change to each app's pages.
    var sceneRevisions: [AppID: Revision] = [:]
    /// Revision of the last change to the list of widgets, apps or notices.
    private(set) var layoutRevision: Revision
    /// Revision of the screen's newest change.
    private(set) var revision: Revision
    let warnings: [LocalizableText]
    var notices: [LocalizableText] = []
    /// Returns the last lines that a widget's process wrote to standard error, since a time if one is given.
    private let standardError: @Sendable (WidgetID, Date?) -> [String]

    init(
        revision: Revision,
        unseen: UnseenUpdates,
        warnings: [LocalizableText],
        standardError: @escaping @Sendable (WidgetID, Date?) -> [String]
    ) {
        self.unseen = unseen
        self.warnings = warnings
        self.standardError = standardError
        layoutRevision = revision
        self.revision = revision
    }

    // MARK: - Layout

    /// Sets the installed widgets and apps and the places of the widgets; returns the widgets that are new on the
    /// screen, have content again, or were configured or resized.
    mutating func setLayout(
        installed: [InstalledWidget],
        apps: [ListedApp],
        places: [ScreenWidget],
        revision: Revision
    ) -> (added: [WidgetID], filled: [WidgetID], configured: [WidgetID]) {
        let before = Dictionary(self.places.map { ($0.widget, $0) }) { first, _ in first }
        self.installed = Dictionary(installed.map { ($0.id, $0) }) { first, _ in first }
        self.apps = apps.map { ScreenState.App(id: $0.id, title: $0.title.fallback, url: $0.url) }
        appTitles = Dictionary(apps.map { ($0.id, $0.title) }) { first, _ in first }
        self.places = places.filter { self.installed[$0.widget] != nil }
        for id in stateMachines.keys where self.installed[id] == nil {
            stateMachines[id] = nil
            contentStates[id] = nil
            excesses[id] = nil
            unseen.forget(id)
        }
        for id in self.installed.keys where stateMachines[id] == nil { stateMachines[id] = WidgetStateMachine() }
        touchLayout(revision)
        let added = self.places.filter { $0.isShown && before[$0.widget]?.isShown != true }
        let filled = self.places.filter { $0.isShown && $0.hasContent && before[$0.widget]?.hasContent == false }
        let configured = self.places.filter { place in
            before[place.widget].map { former in
                former.configuration != place.configuration || former.family != place.family
            } ?? false
        }
        return (added.map(\.widget), filled.map(\.widget), configured.map(\.widget))
    }

    /// Returns the values that the person entered for a widget instance; `nil` if there are none.
    func configuration(of widget: WidgetID) -> [String: String]? {
        places.first { $0.widget == widget }?.configuration
    }

    /// Returns the size of a widget: the one that the person chose if the widget supports it, otherwise the first that
    /// it supports.
    func family(of widget: WidgetID) -> WidgetFamily {
        let supported = installed[widget]?.families ?? []
        let chosen = places.first { $0.widget == widget }?.family
        return chosen.flatMap { supported.contains($0) ? $0 : nil } ?? supported.first ?? .small
    }

    mutating func restore(_ snapshot: WidgetSnapshot, of widget: WidgetID, language: String) {
        contentStates[widget, default: [:]][language] = WidgetContentState(snapshot: snapshot, revision: revision)
    }

    /// Records that the list of widgets, apps or notices changed.
    mutating func touchLayout(_ revision: Revision) {
        layoutRevision = revision
        self.revision = revision
    }

    /// The widgets that the person chose, from the top.
    var chosen: [WidgetID] { places.filter(\.isShown).map(\.widget) }

    /// The chosen widgets that have content, from the top.
    var visible: [WidgetID] { places.filter { $0.isShown && $0.hasContent }.map(\.widget) }

    // MARK: - Steps

    /// Marks widgets as stale, in one language or in all that concern them, and returns the cancellations of the
    /// running updates that are superseded.
    ///
    /// The changes that a widget makes during its own update do not make it stale in that language: otherwise a widget
    /// that writes in each update would never finish, and would have more updates than ``UnseenUpdateBudget`` allows.
    /// If it requests another update, that one waits for the budget. Urgent updates do not.
    mutating func markStale(
        _ reason: UpdateReason,
        _ widgets: some Sequence<WidgetID>,
        watched: Set<String>,
        only language: String? = nil,
        by writer: WidgetID? = nil,
        isUrgent: Bool = false,
        at now: Date
    ) -> [UpdateCancellation] {
        let isUrgent = isUrgent || WidgetStateMachine.urgentReasons.contains(reason)
        var superseded: [UpdateCancellation] = []
        for widget in widgets {
            var languages = language.map { [$0] } ?? languagesToUpdate(of: widget, watched: watched, isUrgent: isUrgent)
            var change = WidgetStateMachine.changeReasons.contains(reason) ? now : nil
            if widget == writer, case .update(let own, _) = stateMachines[widget]?.running {
                if reason == .reload || reason == .hasContent { change = nil } else { languages.remove(own) }
            }
            let isAwaited = isUrgent || !watched.isDisjoint(with: languages)
            let makesRoom = isAwaited && isUnseenUpdateRunning(on: widget, notIn: languages)
            let isSuperseded =
                stateMachines[widget]?.markStale(reason, in: languages, isUrgent: isUrgent, changed: change) == true
            guard isSuperseded || makesRoom, let cancellation = cancellations[widget] else { continue }
            superseded.append(cancellation)
        }
        return superseded
    }

    /// Queues a tap; returns the cancellation of the running update, if the tap must not wait for that.
    mutating func enqueue(_ tap: TapID, on widget: WidgetID) -> UpdateCancellation? {
        guard stateMachines[widget]?.enqueue(tap) == true else { return nil }
        return cancellations[widget]
    }

    mutating func nextStep(of widget: WidgetID, watched: Set<String>, at now: Date) -> (
        step: WidgetStateMachine.Step, cancellation: UpdateCancellation
    )? {
        let unseenLanguage = dueUnseenUpdate(of: widget, watched: watched, at: now)
        let step = stateMachines[widget]?.next { watched.contains($0) || $0 == unseenLanguage }
        guard let step else { return nil }
        if case .update = step, unseenLanguage != nil { unseen.begin(widget, at: now) }
        let cancellation = UpdateCancellation()
        cancellations[widget] = cancellation
        return (step, cancellation)
    }

    mutating func finishStep(of widget: WidgetID, _ end: WidgetStateMachine.StepEnd = .done) {
        cancellations[widget] = nil
        unseen.end(widget, end)
        stateMachines[widget]?.finish(end)
    }

    /// Returns `true` if no visible widget has a step running or queued in a language.
    func isSettled(in language: String) -> Bool {
        visible.allSatisfy { stateMachines[$0]?.isSettled(in: language) ?? true }
    }

    // MARK: - Content

    /// Changes a widget's content state in a language; returns the result, or `nil` if the widget is not installed.
    mutating func update(
        _ widget: WidgetID,
        _ language: String,
        revision: Revision,
        _ change: (inout WidgetContentState) -> WidgetContentState.Effect
    ) -> WidgetContentState.Effect? {
        guard installed[widget] != nil else { return nil }
        var state = contentStates[widget]?[language] ?? WidgetContentState(revision: revision)
        let effect = change(&state)
        state.revision = revision
        self.revision = revision
        var states = contentStates[widget, default: [:]]
        states[language] = state
        if states.count > Self.languageLimit {
            let oldest = states.filter { $0.key != language }.min { $0.value.revision < $1.value.revision }
            if let oldest { states[oldest.key] = nil }
        }
        contentStates[widget] = states
        return effect
    }

    /// Returns a widget's state in the language in which it changed last; `nil` if it has none.
    func newestState(of widget: WidgetID) -> WidgetContentState? {
        contentStates[widget]?.values.max { $0.revision < $1.revision }
    }

    /// Returns the language of a widget's running update if the widget has no content in it; otherwise `nil`.
    func languageWithoutContent(of widget: WidgetID) -> String? {
        guard case .update(let language, _) = stateMachines[widget]?.running,
            contentStates[widget]?[language]?.snapshot == nil
        else { return nil }
        return language
    }

    /// Returns the content shown until a widget has content: what its process sent for that, or the card of its bundle.
    func placeholder(of widget: InstalledWidget, in language: String) -> WidgetContent? {
        contentStates[widget.id]?[language]?.placeholder ?? widget.placeholder?.value(in: language)
    }

    /// Records the sizes that a widget's content requests beyond the limits, and returns them, unless the previous
    /// content requested the same.
    mutating func newExcesses(of content: WidgetContent, _ widget: WidgetID) -> [GrantedLayout.Excess] {
        let now = GrantedLayout(of: content, family: family(of: widget)).excesses
        guard excesses.updateValue(now, forKey: widget) != now else { return [] }
        return now
    }

    /// Returns the time at which the next refresh or timeline entry of a visible widget is due in one of the languages.
    func nextDue(in languages: Set<String>, after now: Date) -> Date? {
        visible.flatMap { contentStates[$0, default: [:]] }.filter { languages.contains($0.key) }
            .flatMap { [$0.value.refreshDate, $0.value.snapshot?.nextEntry(after: now)] }
            .compactMap(\.self).filter { $0 > now }.min()
    }
}

// MARK: - What surfaces see

extension ScreenContents {
    /// Returns a widget as a surface shows it; `nil` if it is not installed.
    ///
    /// `unwatchedPowerIsLow` is `nil` if a surface shows the screen. The widgets whose cards are left out are
    /// determined here if `cut` is `nil`.
    func shown(
        _ id: WidgetID,
        in language: String,
        unwatchedPowerIsLow: Bool? = nil,
        cut: Set<WidgetID>? = nil,
        now: Date
    ) -> ShownWidget? {
        guard let widget = installed[id] else { return nil }
        let state = contentStates[id]?[language] ?? WidgetContentState(revision: layoutRevision)
        let shown = shownState(of: id, in: language)
        let snapshot = shown?.snapshot
        let isCut = (cut ?? cutWidgets(of: widget.app, in: language, now: now)).contains(id)
        let cards = snapshot?.cards(at: now)
        let placeholder = placeholder(of: widget, in: language)
        let family = family(of: id)
        let layout = (snapshot?.content ?? placeholder).map { GrantedLayout(of: $0, family: family) }
        var freshness = state.freshness
        if let snapshot {
            switch freshness {
            case .fresh:
                if let due = state.refreshDate, now > due.addingTimeInterval(60) {
                    freshness = .stale(reason: .widgetBeingUpdated, since: snapshot.date)
                }
            case .placeholder: freshness = .stale(reason: .widgetBeingUpdated, since: snapshot.date)
            case .failed(let reason): freshness = .stale(reason: reason, since: snapshot.date)
            case .stale, .cut: break
            }
        }
        if isCut { freshness = .cut(reason: Self.cutReason) }
        var nextUpdate: Date?
        if let unwatchedPowerIsLow {
            nextUpdate = schedule(of: id, watched: [], isPowerLow: unwatchedPowerIsLow, at: now).nextUpdate
        } else if snapshot != nil || state.refreshDate != nil {
            nextUpdate = nextWatchedUpdate(state, after: now)
        }
        return ShownWidget(
            id: id,
            app: widget.app,
            title: widget.title.text(in: language),
            appURL: widget.appURL,
            compact: isCut ? nil : cards?.compact ?? placeholder?.compact,
            expanded: isCut ? nil : cards == nil ? placeholder?.expanded : cards?.expanded,
            compactHeight: layout?.compactHeight,
            expandedHeight: layout?.expandedHeight,
            margins: layout?.margins ?? .standard,
            date: snapshot?.date,
            nextUpdate: nextUpdate,
            isFailing: state.problem != nil,
            standardError: state.problem == nil ? nil : cause(of: id),
            family: family,
            families: widget.families,
            isConfigurable: widget.isConfigurable,
            next: widget.isConfigurable ? nextInstance(of: id) : nil,
            freshness: freshness,
            setUp: setUp(of: id, in: language),
            mistakes: widget.isFromFolder ? (shown ?? newestState(of: id))?.mistakes ?? [] : [],
            revision: state.revision
        )
    }

    /// Returns the way to set up a widget that has nothing to show before that; `nil` if it shows something.
    ///
    /// The title is empty until the widget has told it in this language.
    func setUp(of widget: WidgetID, in language: String) -> WidgetSetUp? {
        var setUp = shownState(of: widget, in: language)?.snapshot?.content.setUp
        if contentStates[widget]?[language]?.snapshot == nil { setUp?.title = "" }
        return setUp
    }

    /// Returns the lines that a failing widget wrote to standard error since the start of its last attempt in any
    /// language, shortened to keep the page small; `nil` if there are none.
    private func cause(of widget: WidgetID) -> [String]? {
        let lines = standardError(widget, lastAttempt(of: widget)).map { $0.count > 300 ? "\($0.prefix(300)) …" : $0 }
        return lines.isEmpty ? nil : lines
    }

    func lastAttempt(of widget: WidgetID) -> Date? {
        contentStates[widget, default: [:]].values.compactMap { $0.problem?.attempt }.max()
    }

    /// Returns the instance of the same widget that the person may add next; `nil` if there are too many.
    private func nextInstance(of widget: WidgetID) -> WidgetID? {
        (2...WidgetID.instanceLimit).lazy.map { widget.instance($0) }.first { installed[$0] == nil }
    }

    /// Returns the whole screen, with each widget as ``shown(_:in:unwatchedPowerIsLow:cut:now:)`` returns it.
    func state(epoch: String, language: String, unwatchedPowerIsLow: Bool? = nil, now: Date) -> ScreenState {
        func choice(_ id: WidgetID) -> ScreenState.Choice? {
            installed[id].map {
                ScreenState.Choice(
                    id: id,
                    title: $0.title.text(in: language),
                    app: $0.app,
                    appTitle: $0.appTitle.text(in: language),
                    isConfigurable: $0.isConfigurable,
                    family: family(of: id),
                    families: $0.families,
                    next: $0.isConfigurable ? nextInstance(of: id) : nil
                )
            }
        }
        let cut = cutWidgets(in: language, now: now)
        return ScreenState(
            epoch: epoch,
            revision: revision,
            widgets: visible.compactMap {
                shown($0, in: language, unwatchedPowerIsLow: unwatchedPowerIsLow, cut: cut, now: now)
            },
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
