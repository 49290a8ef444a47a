import CalendarFormat
import TodayKit

/// The contents of the calendars in the folder of the app group, a file for each, and the files that the person puts there.
///
/// A content that is missing or damaged is one that was not fetched yet.
struct CalendarStore: Sendable {
    /// The largest size of a stored content in bytes.
    private static let contentLimit = 4 << 20
    /// The largest size of the person's file in bytes, as the host has it for a fetch.
    static let fileLimit = 512 << 10
    /// How many of the person's files are listed.
    private static let listLimit = 20

    private struct Stored: Codable {
        var id: String
        var content: CalendarContent
    }

    /// The path of the folder of the app group.
    let folder: String

    /// Creates the store of a process.
    ///
    /// - Throws: A `Failure` if the process has not the app group.
    init(_ context: some ProcessScoped) throws {
        guard let group = context.process.groups.first(where: { $0.id == .calendar }) else {
            throw Failure(Texts(context.language).noGroup)
        }
        self.init(folder: group.path)
    }

    /// Creates a store in a folder.
    init(folder: String) { self.folder = folder }

    // MARK: Contents

    private var contents: String { "\(folder)/contents" }

    /// Reads the content of a calendar; `nil` if there is none.
    func content(of id: String) -> CalendarContent? {
        guard let data = FileManager.default.contents(atPath: "\(contents)/\(name(of: id))"),
            data.count <= Self.contentLimit, let stored = try? JSONDecoder().decode(Stored.self, from: data),
            stored.id == id
        else { return nil }
        return stored.content
    }

    /// Replaces the content of a calendar.
    ///
    /// - Throws: An error of the system; the old content is kept then.
    func save(_ content: CalendarContent, of id: String) throws {
        try FileManager.default.createDirectory(atPath: contents, withIntermediateDirectories: true)
        let data = try JSONEncoder().encode(Stored(id: id, content: content))
        try data.write(to: URL(filePath: "\(contents)/\(name(of: id))"), options: .atomic)
    }

    /// Deletes the contents of all other calendars.
    func removeContents(except ids: some Sequence<String>) {
        let kept = Set(ids.map(name))
        for file in (try? FileManager.default.contentsOfDirectory(atPath: contents)) ?? []
        where file.hasSuffix(".json") && !kept.contains(file) {
            try? FileManager.default.removeItem(atPath: "\(contents)/\(file)")
        }
    }

    /// The name of a content's file: a hash (FNV-1a) of the id, which the file itself contains in full.
    private func name(of id: String) -> String {
        let hash = id.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\(String(hash, radix: 16)).json"
    }

    // MARK: Files of the person

    /// The names of the iCalendar files in the folder, sorted.
    var files: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Array(names.filter(Self.isFileName).sorted().prefix(Self.listLimit))
    }

    /// Reads one of the files; links are not followed.
    ///
    /// - Throws: ``CalendarFailure``.
    func document(inFile name: String) throws(CalendarFailure) -> CalendarDocument {
        let path = "\(folder)/\(name)"
        guard Self.isFileName(name), let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular
        else { throw .noFile(name) }
        guard let size = attributes[.size] as? any BinaryInteger, Int(clamping: size) <= Self.fileLimit,
            let data = FileManager.default.contents(atPath: path)
        else { throw .tooLarge }
        return try CalendarDocument.read(data)
    }

    /// Whether a text is the name of an iCalendar file, not a path.
    static func isFileName(_ name: String) -> Bool {
        name.lowercased().hasSuffix(".ics") && name.utf8.count <= 200 && !name.hasPrefix(".")
            && !name.contains { $0 == "/" || $0 == ":" || $0.isNewline }
    }
}

extension CalendarDocument {
    /// Reads a document.
    ///
    /// - Throws: ``CalendarFailure``.
    static func read(_ data: Data) throws(CalendarFailure) -> CalendarDocument {
        do throws(ReadingError) {
            return try CalendarDocument(Array(data))
        } catch {
            switch error {
            case .notACalendar: throw .notACalendar
            case .incomplete: throw .incomplete
            }
        }
    }
}
