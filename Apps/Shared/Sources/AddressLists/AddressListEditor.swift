import TodayKit

/// An address that a person added to a list, as it is stored.
public protocol ListedAddress: Hashable, Sendable {
    /// How many addresses a person can have in the list.
    static var limit: Int { get }
    /// The `https` or `http` URL, which identifies the entry.
    var address: String { get }

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - address: The URL.
    ///   - name: What the person calls it; `nil` if they gave no name.
    init(address: String, name: String?)
}

extension ListedAddress {
    /// The address from the server on.
    public var addressWithoutScheme: Substring {
        address[(address.firstRange(of: "://")?.upperBound ?? address.startIndex)...]
    }

    /// The server of the address, with the port if there is one.
    public var server: String { String(addressWithoutScheme.prefix { !"/?#".contains($0) }) }
}

/// Changes a list of addresses; repeating a change changes nothing more.
public struct AddressListEditor<Entry: ListedAddress>: Sendable {
    /// What is said of mistakes in the form.
    public struct Messages: Sendable {
        /// The address is none.
        public var addressWrong: String
        /// The address is in the list already.
        public var addressKnown: String
        /// The list is full.
        public var tooMany: String
        /// The name is too long.
        public var nameTooLong: String

        /// Creates the messages.
        public init(addressWrong: String, addressKnown: String, tooMany: String, nameTooLong: String) {
            self.addressWrong = addressWrong
            self.addressKnown = addressKnown
            self.tooMany = tooMany
            self.nameTooLong = nameTooLong
        }
    }

    private let messages: Messages
    private let read: @Sendable (String) -> String?

    /// Creates an editor.
    ///
    /// - Parameters:
    ///   - messages: What is said of mistakes.
    ///   - read: Reads an address that was entered; `nil` if it is none.
    public init(_ messages: Messages, read: @escaping @Sendable (String) -> String? = { EnteredText.address($0) }) {
        self.messages = messages
        self.read = read
    }

    /// Returns the list with the entry that the inputs of ``AddressForm`` describe.
    ///
    /// - Throws: `InvalidInputs` with a message for each invalid input.
    public func adding(_ inputs: [String: String], to entries: [Entry]) throws -> [Entry] {
        var problems: [String: String] = [:]
        let address = read(inputs[AddressForm.addressInput] ?? "")
        let name = EnteredText.line(inputs[AddressForm.nameInput] ?? "")
        if EnteredText.isTooLong(name: name) { problems[AddressForm.nameInput] = messages.nameTooLong }
        if entries.count >= Entry.limit { problems[AddressForm.addressInput] = messages.tooMany }
        if entries.contains(where: { $0.address == address }) {
            problems[AddressForm.addressInput] = messages.addressKnown
        }
        guard let address else { throw InvalidInputs([AddressForm.addressInput: messages.addressWrong]) }
        guard problems.isEmpty else { throw InvalidInputs(problems) }
        return entries + [Entry(address: address, name: name.isEmpty ? nil : name)]
    }

    /// Returns the list with an entry that was removed at its place, if it has room.
    public func puttingBack(_ entry: Entry, at index: Int, in entries: [Entry]) -> [Entry] {
        guard entries.count < Entry.limit, !entries.contains(where: { $0.address == entry.address }) else {
            return entries
        }
        return inserting(entry, at: index, into: entries)
    }

    /// Returns the list with an entry at another place.
    public func moving(_ address: String, to index: Int, in entries: [Entry]) -> [Entry] {
        guard let entry = entries.first(where: { $0.address == address }) else { return entries }
        return inserting(entry, at: index, into: entries.filter { $0.address != address })
    }

    private func inserting(_ entry: Entry, at index: Int, into entries: [Entry]) -> [Entry] {
        var entries = entries
        entries.insert(entry, at: min(max(index, 0), entries.count))
        return entries
    }
}
