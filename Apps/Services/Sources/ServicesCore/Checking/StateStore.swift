import TodayKit

/// The states of the services by their addresses: one file in the folder of the app group.
///
/// A file that is missing or damaged means that nothing was checked yet. If the app and the widget check at the same time,
/// the later one's file counts; both know the same past.
struct StateStore: Sendable {
    /// The largest size of the file in bytes.
    private static let sizeLimit = 256 << 10

    /// The path of the file.
    let file: String

    /// Creates the store of a process.
    ///
    /// - Throws: A `Failure` if the process has not the app group.
    init(_ context: some ProcessScoped) throws {
        guard let group = context.process.groups.first(where: { $0.id == .services }) else {
            throw Failure(Texts(context.language).noGroup)
        }
        self.init(file: "\(group.path)/states.json")
    }

    /// Creates a store in a file.
    init(file: String) { self.file = file }

    /// Reads the states by address.
    func states() -> [String: ServiceState] {
        guard let data = FileManager.default.contents(atPath: file), data.count <= Self.sizeLimit else { return [:] }
        return (try? JSONDecoder().decode([String: ServiceState].self, from: data)) ?? [:]
    }

    /// Replaces the states.
    ///
    /// - Throws: An error of the system; the old ones are kept then.
    func save(_ states: [String: ServiceState]) throws {
        try JSONEncoder().encode(states).write(to: URL(filePath: file), options: .atomic)
    }
}
