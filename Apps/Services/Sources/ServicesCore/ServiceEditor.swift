import AddressLists
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
        switch action {
        case .add: try list.adding(inputs, to: services)
        case .remove(let address): services.filter { $0.address != address }
        case .putBack(let service, let index): list.puttingBack(service, at: index, in: services)
        case .move(let address, let index): list.moving(address, to: index, in: services)
        case .check: services
        }
    }

    private var list: AddressListEditor<SavedService> {
        AddressListEditor(
            .init(
                addressWrong: texts.addressWrong,
                addressKnown: texts.addressKnown,
                tooMany: texts.tooMany(SavedService.limit),
                nameTooLong: texts.form.nameTooLong
            )
        )
    }
}
