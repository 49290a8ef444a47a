import Synchronization
public import TodayKit

/// Remembers what the widget showed last in each language, to tell whether there is new data.
public final class ShownContent: Sendable {
    /// The reasons for which there may be nothing new: somebody looks, or a time passed.
    ///
    /// For every other reason content is made anew: the update before may have been recalled by the host, and what it
    /// made was then never shown.
    private static let quiet: Set<UpdateReason> = [.opened, .added, .refreshTime]

    private let contents = Mutex<[String: WidgetContent]>([:])

    /// Makes one that remembers nothing.
    public init() {}

    /// Remembers content.
    ///
    /// - Parameters:
    ///   - content: What is to be shown.
    ///   - language: In which language.
    ///   - reasons: Why the widget is asked.
    /// - Returns: The content, or `nil` if it is what shows already.
    public func take(_ content: WidgetContent, in language: String, for reasons: Set<UpdateReason>) -> WidgetContent? {
        let before = contents.withLock { $0.updateValue(content, forKey: language) }
        return before == content && reasons.isSubset(of: Self.quiet) ? nil : content
    }
}
