import TodayKit

/// The lists of the feeds in the folder of the app group, a file for each feed.
///
/// A file that is missing or damaged is a feed that was not fetched yet: everything in it can be fetched again.
struct FeedStore: Sendable {
    /// The largest size of a file in bytes.
    private static let sizeLimit = 256 << 10

    private struct Content: Codable {
        var address: String
        var list: FeedList
    }

    /// The path of the folder.
    let folder: String

    /// Creates the store of a process.
    ///
    /// - Throws: A `Failure` if the process has not the app group.
    init(_ context: some ProcessScoped) throws {
        guard let group = context.process.groups.first(where: { $0.id == .feeds }) else {
            throw Failure(Texts(context.language).noGroup)
        }
        self.init(folder: "\(group.path)/lists")
    }

    /// Creates a store in a folder, which is made when it is needed.
    init(folder: String) { self.folder = folder }

    /// Reads the list of a feed; `nil` if there is none.
    func list(of address: String) -> FeedList? {
        guard let data = FileManager.default.contents(atPath: path(of: address)), data.count <= Self.sizeLimit,
            let content = try? JSONDecoder().decode(Content.self, from: data), content.address == address
        else { return nil }
        return content.list
    }

    /// Replaces the list of a feed.
    ///
    /// - Throws: An error of the system; the old list is kept then.
    func save(_ list: FeedList, of address: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let data = try JSONEncoder().encode(Content(address: address, list: list))
        try data.write(to: URL(filePath: path(of: address)), options: .atomic)
    }

    /// Deletes the lists of all other feeds.
    func removeLists(except addresses: some Sequence<String>) {
        let kept = Set(addresses.map(name))
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where file.hasSuffix(".json") && !kept.contains(file) {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(file)")
        }
    }

    private func path(of address: String) -> String { "\(folder)/\(name(of: address))" }

    /// The name of a feed's file: a hash (FNV-1a) of the address, which the file itself contains in full.
    private func name(of address: String) -> String {
        let hash = address.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\(String(hash, radix: 16)).json"
    }
}
