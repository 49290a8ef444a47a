/// The kinds of failure that every store knows.
package protocol StoreFailureCode: Sendable {
    /// No space is left on the disk.
    static var diskFull: Self { get }
    /// Another process holds the folder.
    static var locked: Self { get }
    /// The database was written by a newer version of Today.
    static var newerSchema: Self { get }
    /// More writes wait than the store takes.
    static var overloaded: Self { get }
    /// The store was closed.
    static var closed: Self { get }
    /// The file cannot be read or written, or its content is damaged.
    static var unavailable: Self { get }
}

/// The error of a store: what the parts that stores share fail with.
package protocol StoreFailure: Error, CustomStringConvertible {
    /// Its kinds of failure.
    associatedtype Code: StoreFailureCode

    /// Who keeps the store, at the beginning of a sentence: "The host".
    static var keeper: String { get }

    /// What kind of failure it is.
    var code: Code { get }
    /// One sentence that names the thing and, where there is one, the mend.
    var message: String { get }

    /// Describes a failure.
    init(_ code: Code, _ message: String, cause: (any Error)?)
}

extension StoreFailure {
    /// The message.
    package var description: String { message }
}
