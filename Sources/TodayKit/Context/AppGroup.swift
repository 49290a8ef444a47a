public import TodayProtocol

/// One app group of a process.
public struct AppGroup: Hashable, Sendable {
    /// The group's name.
    public let id: GroupID
    /// Its folder, as the process sees it; readable and writable, shared by all processes of the group.
    public let path: String
}
