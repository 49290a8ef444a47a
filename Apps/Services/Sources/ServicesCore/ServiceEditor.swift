import TodayKit

/// The actions of the page.
public enum ServicesAction: Codable, Hashable, Sendable {
    /// Adds the service that the inputs describe.
    case add
    /// Removes a service.
    case remove(address: String)
    /// Returns a service that was removed to its place.
    case putBack(SavedService, at: Int)
    /// Moves a service to a place in the list.
    case move(address: String, to: Int)
    /// Checks all services.
    case check
}

/// Changes the list of services.
public struct ServiceEditor: Sendable {
    /// The ids of the inputs.
    public enum Input {
        /// The address of a service to add.
        public static let address = "address"
        /// The name of a service to add.
        public static let name = "name"
    }

    /// The largest length of a name in characters.
    public static let nameLimit = 60
    /// The largest length of an address in bytes.
    public static let addressLimit = 1000

    private let texts: Texts

    /// Creates an editor.
    public init(_ texts: Texts) { self.texts = texts }

    /// Returns the services after an action; repeating the action changes nothing more.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - services: The services before it.
    ///   - inputs: What the person entered.
    /// - Returns: The services after it.
    /// - Throws: `InvalidInputs` with a message for each invalid input.
    public func services(
        after action: ServicesAction,
        _ services: [SavedService],
        inputs: [String: String]
    ) throws -> [SavedService] {
        var rest = services
        switch action {
        case .add: rest.append(try service(from: inputs, addedTo: services))
        case .remove(let address): rest.removeAll { $0.address == address }
        case .putBack(let service, let index):
            guard services.count < SavedService.limit, !services.contains(where: { $0.address == service.address })
            else { return services }
            rest.insert(service, at: min(max(index, 0), rest.count))
        case .move(let address, let index):
            guard let service = services.first(where: { $0.address == address }) else { return services }
            rest.removeAll { $0.address == address }
            rest.insert(service, at: min(max(index, 0), rest.count))
        case .check: break
        }
        return rest
    }

    private func service(from inputs: [String: String], addedTo services: [SavedService]) throws -> SavedService {
        var problems: [String: String] = [:]
        let address = Self.address(inputs[Input.address] ?? "")
        let name = Self.line(inputs[Input.name] ?? "")
        if name.count > Self.nameLimit || name.utf8.count > Self.nameLimit * 16 {
            problems[Input.name] = texts.nameTooLong(Self.nameLimit)
        }
        if services.count >= SavedService.limit { problems[Input.address] = texts.tooMany(SavedService.limit) }
        if services.contains(where: { $0.address == address }) { problems[Input.address] = texts.addressKnown }
        guard let address else { throw InvalidInputs([Input.address: texts.addressWrong]) }
        guard problems.isEmpty else { throw InvalidInputs(problems) }
        return SavedService(address: address, name: name.isEmpty ? nil : name)
    }

    /// Reads an `https` or `http` address, also without a scheme; `nil` if it is none.
    static func address(_ text: String) -> String? {
        var text = line(text)
        if !text.contains("://") { text = "https://\(text)" }
        guard text.utf8.count <= addressLimit, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !text.contains(where: { "\"<>\\^`{|}".contains($0) }), let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = url.host(), !host.isEmpty, !host.contains("%"), url.user() == nil, url.password() == nil
        else { return nil }
        return text
    }

    /// Returns a text on one line, without spaces at its ends.
    private static func line(_ text: String) -> String {
        text.split { character in
            character.isWhitespace
                || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        .joined(separator: " ")
    }
}
