public import HabitsDomain
public import TodayKit

/// Everything that pages show.
public struct PageState: Sendable {
    /// The habits and their marks.
    public var data: HabitData
    /// The time.
    public var time: HabitTime
    /// The language of the surface.
    public var language: String
    /// What can be undone, the latest last.
    public var undo: [UndoStep] = []
    /// `false` if the latest change can no longer be undone: then only the page for editing offers the earlier ones.
    public var isLatestUndoable = true
    /// Whether Sync is on.
    public var isSyncing = false
    /// Why the last synchronization was not complete.
    public var syncProblem: String?
    /// What the person allows, if it is known.
    public var notifications: NotificationSettings?

    /// The zone of every time of day, which is the host's; `nil` if the person is in the same one.
    public var hostZone: String?

    /// Creates a state.
    public init(data: HabitData, time: HabitTime, language: String) {
        self.data = data
        self.time = time
        self.language = language
    }

    /// Reads the state of a request.
    public init(_ context: AppContext) {
        self.init(data: HabitStore(context).load(), time: HabitTime(context), language: context.language)
        let steps = context.defaults[.undo]
        undo = UndoStep.offered(steps, in: data)
        isLatestUndoable = undo.last == steps.last
        isSyncing = context.defaults[.isSyncing]
        syncProblem = context.defaults[.syncProblem]
        hostZone = context.surface == nil ? nil : context.zone
    }

    var texts: Texts { Texts(language) }

    /// The current day of the settings' boundary.
    var today: Day { time.day(data.settings.boundary) }

    /// The current day of a habit.
    func today(of habit: Habit) -> Day { time.day(data.boundary(of: habit)) }

    /// Returns a link to a page.
    func link(_ title: String, _ address: HabitsAddress, style: ActionStyle = .default) -> Action {
        .openURL(title, url: address.text, style: style)
    }

    /// Says in which zone times of day are, if the person is in another one.
    @CardBuilder<CardElement> func zoneHint() -> [CardElement] {
        if let hostZone {
            TextBlock(texts.timesAreIn(hostZone).escapedForCards, size: .small, isSubtle: true, wrap: true)
                .spacing(.small)
        }
    }

    /// The message about the latest change with the button that undoes it, if there is one.
    ///
    /// - Parameter always: Whether it is there also if the change was made some time ago.
    /// - Returns: The row, or nothing.
    @CardBuilder<CardElement> func undoRow(always: Bool = false) -> [CardElement] {
        if let step = undo.last,
            always || isLatestUndoable && time.seconds - step.seconds < UndoStep.recentSeconds
        {
            ColumnSet {
                Column(verticalContentAlignment: .center) {
                    TextBlock(step.change.text(texts).escapedForCards, size: .small, isSubtle: true, wrap: true)
                }
                Column(width: .auto, verticalContentAlignment: .center) {
                    ActionSet { Action.perform(texts.undo, PageAction.undo(step: step.id)) }
                }
            }
        }
    }
}
