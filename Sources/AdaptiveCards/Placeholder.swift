public import JSON
public struct Card: Codable, Hashable, Sendable { public init(json: JSONValue) throws {} }
