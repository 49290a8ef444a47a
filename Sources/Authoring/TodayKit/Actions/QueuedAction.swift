public import FoundationEssentials
public import JSON
public import TodayProtocol

/// An action that an app processes in ``App/process(_:_:)``.
public struct QueuedAction: Sendable, Identifiable {
    /// The action's id, which is the same in every attempt.
    public let id: ActionID
    /// The group in whose queue it was.
    public let group: AppGroup
    /// The author's value as JSON.
    public let payload: JSONValue
    /// The time when it was enqueued.
    public let enqueued: Date
    /// The number of the attempt; 1 for the first.
    public let attempt: Int

    /// Creates an action, such as for a test.
    public init(id: ActionID, group: AppGroup, payload: JSONValue, enqueued: Date, attempt: Int = 1) {
        self.id = id
        self.group = group
        self.payload = payload
        self.enqueued = enqueued
        self.attempt = attempt
    }

    /// Decodes the value that was enqueued; throws `DecodingError` if the payload is of another type.
    public func decode<A: Decodable>(_ type: A.Type = A.self) throws -> A { try payload.decode(type) }
}

/// The result of processing the actions passed to ``App/process(_:_:)``.
///
/// An action that is in neither list was not processed; the app gets it again.
public struct ProcessedActions: Sendable {
    /// The processed actions; `nil` for all of them.
    let processed: [ActionID]?
    let failed: [(id: ActionID, reason: String)]

    /// The result if every action was processed.
    public static let all = ProcessedActions()

    private init() {
        processed = nil
        failed = []
    }

    /// Creates a result from the processed and the failed actions.
    ///
    /// - Parameters:
    ///   - processed: The actions that the app must not get again.
    ///   - failed: The actions to repeat later, each with a sentence for the person. After eight failed attempts the
    ///     person decides.
    public init(processed: [ActionID], failed: [(ActionID, reason: String)] = []) {
        self.processed = processed
        self.failed = failed.map { ($0.0, $0.reason) }
    }
}
