/// What a push in the background has brought.
public enum PushResult: String, Codable, Hashable, Sendable, CaseIterable {
    /// There was something new, and the app has it.
    case newData
    /// There was nothing new.
    case noData
    /// The app could not find out.
    case failed
}
