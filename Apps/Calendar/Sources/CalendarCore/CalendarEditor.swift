import AddressLists
import TodayKit

/// The actions of the pages.
public enum CalendarAction: Codable, Hashable, Sendable {
    /// Adds the address or the file that the inputs name.
    case add
    /// Adds a file of the folder.
    case addFile(String)
    /// Adds the calendars of the CalDAV server that the inputs describe.
    case addAccount
    /// Removes a calendar.
    case remove(id: String)
    /// Returns the calendar that was removed last to its place.
    case putBack(id: String)
    /// Shows or hides the events of a calendar.
    case show(id: String, Bool)
    /// Gives a calendar a color.
    case paint(id: String, CalendarColor)
    /// Reads all calendars.
    case refresh
}

/// Changes the list of calendars.
public struct CalendarEditor: Sendable {
    /// The ids of the inputs.
    public enum Input {
        /// The address or the file of a calendar to add, or the address of a server.
        public static let address = "address"
        /// The name of a calendar to add.
        public static let name = "name"
        /// The name for the server.
        public static let user = "user"
        /// The password for the server.
        public static let password = "password"
    }

    /// The largest length of a user's name and of a password in characters.
    public static let loginLimit = 200

    private let texts: Texts

    /// Creates an editor.
    public init(_ texts: Texts) { self.texts = texts }

    /// Returns the calendars after an action; repeating the action changes nothing more.
    ///
    /// - Parameters:
    ///   - action: The action; one that needs a server or what was removed changes nothing here.
    ///   - calendars: The calendars before it.
    ///   - inputs: What the person entered.
    /// - Returns: The calendars after it.
    /// - Throws: `InvalidInputs` with a message for each invalid input.
    public func calendars(
        after action: CalendarAction,
        _ calendars: [SavedCalendar],
        inputs: [String: String]
    ) throws -> [SavedCalendar] {
        var result = calendars
        switch action {
        case .add: result.append(try calendar(from: inputs, addedTo: calendars))
        case .addFile(let name):
            guard CalendarStore.isFileName(name) else { return calendars }
            add([SavedCalendar(.file(name))], to: &result)
        case .remove(let id): result.removeAll { $0.id == id }
        case .show(let id, let isOn):
            for index in result.indices where result[index].id == id { result[index].isOn = isOn }
        case .paint(let id, let color):
            for index in result.indices where result[index].id == id { result[index].color = color }
        case .addAccount, .putBack, .refresh: break
        }
        return result
    }

    /// Adds calendars that are not in the list, each with a color of its own, as far as the limit permits.
    public func add(_ added: [SavedCalendar], to calendars: inout [SavedCalendar]) {
        for var calendar in added where calendars.count < SavedCalendar.limit {
            guard !calendars.contains(where: { $0.id == calendar.id }) else { continue }
            calendar.color = .unused(by: calendars)
            calendars.append(calendar)
        }
    }

    private func calendar(
        from inputs: [String: String],
        addedTo calendars: [SavedCalendar]
    ) throws -> SavedCalendar {
        var problems: [String: String] = [:]
        let text = EnteredText.line(inputs[Input.address] ?? "")
        let name = EnteredText.line(inputs[Input.name] ?? "")
        if EnteredText.isTooLong(name: name) {
            problems[Input.name] = texts.form.nameTooLong
        }
        let source: SavedCalendar.Source? =
            CalendarStore.isFileName(text) ? .file(text) : Self.address(text).map { .address($0) }
        guard let source else { throw InvalidInputs([Input.address: texts.addressWrong]) }
        let calendar = SavedCalendar(source, name: name.isEmpty ? nil : name, color: .unused(by: calendars))
        if calendars.count >= SavedCalendar.limit { problems[Input.address] = texts.tooMany(SavedCalendar.limit) }
        if calendars.contains(where: { $0.id == calendar.id }) { problems[Input.address] = texts.addressKnown }
        guard problems.isEmpty else { throw InvalidInputs(problems) }
        return calendar
    }

    /// Reads the server and the login that a person entered.
    ///
    /// - Throws: `InvalidInputs` with a message for each invalid input.
    public func account(from inputs: [String: String]) throws -> (address: String, login: Login) {
        var problems: [String: String] = [:]
        let user = inputs[Input.user] ?? ""
        let password = inputs[Input.password] ?? ""
        // A colon would end the name (RFC 7617).
        if user.isEmpty || user.contains(":") || user.count > Self.loginLimit {
            problems[Input.user] = texts.userWrong
        }
        if password.isEmpty || password.count > Self.loginLimit { problems[Input.password] = texts.passwordWrong }
        let address = Self.address(inputs[Input.address] ?? "")
        if address == nil { problems[Input.address] = texts.serverWrong }
        if let address, !DAVAddress.mayReceivePassword(address) {
            problems[Input.address] = texts.sentence(.notEncrypted)
        }
        guard problems.isEmpty, let address else { throw InvalidInputs(problems) }
        return (address, Login(user: user, password: password))
    }

    /// Reads an `https` or `http` address, also without a scheme and with the scheme `webcal`; `nil` if it is none.
    static func address(_ text: String) -> String? {
        var text = EnteredText.line(text)
        for prefix in ["webcals://", "webcal://"] where text.lowercased().hasPrefix(prefix) {
            text = "https://\(text.dropFirst(prefix.count))"
        }
        return EnteredText.address(text)
    }
}
