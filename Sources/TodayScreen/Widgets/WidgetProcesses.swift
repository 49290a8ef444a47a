package import TodayProtocol

/// What the screen needs of widget processes; the host supplies it.
package protocol WidgetProcesses: Sendable {
    /// Asks a widget for content, starting its process if need be.
    ///
    /// Called for one update of a widget at a time, and never while a perform of it runs.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - widget: Who is asked.
    ///   - recall: Is recalled when the answer is overtaken; the process may then end early with ``WidgetAnswer/recalled``.
    /// - Returns: The answer; every failure is one.
    func update(_ request: WidgetUpdateRequest, of widget: WidgetID, recall: UpdateRecall) async -> WidgetAnswer

    /// Does what was tapped: asks the process, repeats that when the process dies, and commits its effects together
    /// with the tap's end.
    ///
    /// - Returns: How the tap ended, which is on disk; none if the host stops before the end.
    func perform(_ tap: Tap, on widget: WidgetID, viewer: Viewer) async -> TapOutcome?

    /// What the widget's process has used, for the ledger: its greatest resident memory in bytes.
    func peakMemory(of widget: WidgetID) -> Int?
}
