package import TodayProtocol

/// What one widget is doing and what it must do next: updates and taps, never two at a time.
///
/// A pure value: each transition says what is to be done, and nothing is done here.
package struct WidgetStateMachine: Sendable {
    /// Something for the widget's process to do.
    package enum Step: Hashable, Sendable {
        /// Do what was tapped.
        case perform(TapID)
        /// Make content in a language.
        case update(language: String, reasons: Set<UpdateReason>)
    }

    /// How often a running update may be recalled in favour of a newer one before it is let through, so that a stream
    /// of changes cannot keep the screen from ever showing one.
    package static let cancellationLimit = 3

    /// The reasons for which a widget is updated even if nobody looks.
    package static let pressing: Set<UpdateReason> = [.added, .opened, .reload, .tap, .hasContent, .retry]

    /// What is running now.
    package private(set) var running: Step?
    private var dirty: [String: Set<UpdateReason>] = [:]
    private var taps: [TapID] = []
    private var recalls = 0

    /// Makes a widget that does nothing and has nothing to do.
    package init() {}

    /// Whether nothing runs and nothing waits in any language.
    ///
    /// What only waits until somebody looks does not count.
    package var isSettled: Bool {
        running == nil && taps.isEmpty && dirty.values.allSatisfy { $0.isDisjoint(with: Self.pressing) }
    }

    /// Whether nothing runs and nothing waits in that language.
    package func isSettled(in language: String) -> Bool {
        running == nil && taps.isEmpty && dirty[language] == nil
    }

    /// Notes that content is no longer what it should be.
    ///
    /// - Parameters:
    ///   - reason: Why.
    ///   - languages: In which languages.
    /// - Returns: Whether the running update is to be recalled, since what it makes is overtaken already.
    package mutating func mark(_ reason: UpdateReason, in languages: some Sequence<String>) -> Bool {
        var overtakes = false
        for language in languages {
            if case .update(language, _) = running {
                // What is being made is what these ask for.
                if reason == .opened || reason == .added || reason == .refreshTime { continue }
                overtakes = reason == .groupChanged || reason == .reload || reason == .dayChanged
            }
            dirty[language, default: []].insert(reason)
        }
        guard overtakes, recalls < Self.cancellationLimit else { return false }
        recalls += 1
        return true
    }

    /// Puts a tap at the end of the queue.
    ///
    /// - Returns: Whether the running update is to be recalled, so that the tap does not wait for it.
    package mutating func enqueue(_ tap: TapID) -> Bool {
        taps.append(tap)
        guard case .update = running, recalls < Self.cancellationLimit else { return false }
        recalls += 1
        return true
    }

    /// Takes the next step, if nothing runs: taps first, then languages that somebody waits for.
    ///
    /// - Parameter isWanted: Whether an update in a language is wanted now for these reasons; what is not stays noted.
    /// - Returns: The step, which now runs until ``finish(repeating:)``.
    package mutating func next(isWanted: (String, Set<UpdateReason>) -> Bool) -> Step? {
        guard running == nil else { return nil }
        if !taps.isEmpty {
            running = .perform(taps.removeFirst())
        } else if let (language, reasons) = dirty.sorted(by: { $0.key < $1.key })
            .first(where: { isWanted($0.key, $0.value) })
        {
            dirty[language] = nil
            running = .update(language: language, reasons: reasons)
        }
        return running
    }

    /// Ends the running step.
    ///
    /// - Parameter repeating: Whether an update must run again for the same reasons, since it was recalled.
    package mutating func finish(repeating: Bool = false) {
        if case .update(let language, let reasons) = running {
            if repeating {
                dirty[language, default: []].formUnion(reasons)
            } else {
                recalls = 0
            }
        }
        running = nil
    }
}
