public import AddressLists
public import TodayKit

extension GroupID {
    /// The app group of Services and its widget.
    public static let services = GroupID("group.today.services")
}

/// A service that the person added, as it is stored.
public struct SavedService: Codable, ListedAddress {
    /// How many services a person can have.
    public static let limit = 30

    /// The `https` or `http` URL that is asked, which identifies the service.
    public var address: String
    /// What the person calls it; `nil` for its address.
    public var name: String?

    /// Creates a service.
    public init(address: String, name: String? = nil) {
        self.address = address
        self.name = name
    }

    /// The name that people see: the person's, or else the address without its scheme, since a server may have several services.
    public var title: String {
        name ?? (addressWithoutScheme == server + "/" ? server : String(addressWithoutScheme))
    }
}

extension DefaultsKey where Value == [SavedService] {
    /// The services, in their order.
    ///
    /// There are none at first, so nothing is asked before the person has added one.
    public static var services: Self { Self("services", in: .services, default: []) }
}
