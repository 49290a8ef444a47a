import CloudCore
import CloudStorage
import Foundation
import Hummingbird
import JSON
import NIOCore

/// A value in a JSON body with its path, which the ``AirshipError`` of a mistake in it names.
struct BodyNode {
    let value: JSONValue
    let path: String

    init(_ value: JSONValue, path: String) {
        self.value = value
        self.path = path
    }

    private func member(_ value: JSONValue, named name: String) -> BodyNode {
        BodyNode(value, path: path.isEmpty ? name : "\(path).\(name)")
    }

    func error(_ reason: String) -> AirshipError { .invalid(reason, at: path) }

    // MARK: - Members and elements

    /// Returns the members by name, which must be among `known`; `null` counts as missing.
    @discardableResult
    func members(_ known: Set<String>? = nil) throws(AirshipError) -> [String: BodyNode] {
        try allMembers(known).filter { !$1.value.isNull }
    }

    private func allMembers(_ known: Set<String>? = nil) throws(AirshipError) -> [String: BodyNode] {
        guard let object = value.objectValue else { throw error("an object is wanted") }
        var result: [String: BodyNode] = [:]
        for (name, value) in object {
            let node = member(value, named: name)
            if let known, !known.contains(name) { throw node.error("unknown key") }
            guard !name.utf8.contains(0) else { throw node.error("a name contains U+0000, which no text here may") }
            result[name] = node
        }
        return result
    }

    /// Returns a member, or `nil` if it is missing; `null` counts as missing.
    func optional(_ name: String) -> BodyNode? {
        guard let value = value[name], !value.isNull else { return nil }
        return member(value, named: name)
    }

    func required(_ name: String) throws(AirshipError) -> BodyNode {
        if let node = optional(name) { return node }
        guard value.objectValue != nil else { throw error("an object is wanted") }
        throw missing(name)
    }

    func missing(_ name: String) -> AirshipError { member(.null, named: name).error("missing required key") }

    /// Returns the elements, at most `limit`, and at least one if `one` says what it would be.
    func elements(limit: Int, atLeast one: String? = nil) throws(AirshipError) -> [BodyNode] {
        guard let array = value.arrayValue else { throw error("an array is wanted") }
        guard array.count <= limit else { throw error("at most \(limit) elements are allowed") }
        if let one, array.isEmpty { throw error("at least one \(one) is wanted") }
        return array.enumerated().map { BodyNode($1, path: "\(path)[\($0)]") }
    }

    /// Returns the elements, or this value itself if it is not an array.
    func oneOrMore(limit: Int) throws(AirshipError) -> [BodyNode] {
        value.arrayValue == nil ? [self] : try elements(limit: limit, atLeast: "element")
    }

    /// Returns one or more strings of at most `length` bytes.
    func texts(limit: Int, length: Int) throws(AirshipError) -> [String] {
        try oneOrMore(limit: limit).map { node throws(AirshipError) in try node.text(limit: length) }
    }

    /// Returns the node of an id: a member, or this value where clients send strings for the objects of Airship's lists.
    func identifier(named name: String) throws(AirshipError) -> BodyNode {
        value.stringValue != nil ? self : try required(name)
    }

    func id<Kind>() throws(AirshipError) -> CloudID<Kind> { CloudID(try text(limit: 128)) }

    // MARK: - Values

    /// Returns a string that is not empty and not too long; refuses U+0000, at which SQLite would cut the string.
    func text(limit: Int = 1024, allowsEmpty: Bool = false) throws(AirshipError) -> String {
        guard let text = value.stringValue else { throw error("a string is wanted") }
        guard allowsEmpty || !text.isEmpty else { throw error("the string is empty") }
        guard text.utf8.count <= limit else { throw error("the string is longer than \(limit) bytes") }
        guard !text.utf8.contains(0) else { throw error("the string contains U+0000, which no text here may") }
        return text
    }

    func boolean() throws(AirshipError) -> Bool {
        guard let flag = value.boolValue else { throw error("a boolean is wanted") }
        return flag
    }

    /// Returns a boolean, which may also be written as 0 or 1.
    func flag() throws(AirshipError) -> Bool {
        switch value {
        case .bool(let flag): return flag
        case .integer(0): return false
        case .integer(1): return true
        default: throw error("a boolean is wanted")
        }
    }

    func integer(_ range: ClosedRange<Int>) throws(AirshipError) -> Int {
        guard let number = value.integerValue else { throw error("an integer is wanted") }
        guard range.contains(number) else {
            throw error("the number must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func choice(_ choices: [String]) throws(AirshipError) -> String {
        let text = try text()
        guard choices.contains(text) else { throw error("one of \(choices.joined(separator: ", ")) is wanted") }
        return text
    }

    func date() throws(AirshipError) -> Date {
        guard let date = AirshipDate.parse(try text(limit: 40)) else {
            throw error("a date such as 2026-03-01T08:00:00 is wanted")
        }
        return date
    }

    /// Returns an expiry: seconds after sending, or a date, which must be after `now`.
    func expiry(after now: Date) throws(AirshipError) -> Expiry {
        if value.integerValue != nil { return .seconds(try integer(0...315_360_000)) }
        let date = try date()
        guard date > now else { throw error("the date has passed") }
        return .date(date)
    }

    /// Returns an object of strings, of at most `limit` bytes in all.
    func strings(limit: Int) throws(AirshipError) -> [String: String] {
        var result: [String: String] = [:]
        var size = 0
        for (name, node) in try allMembers() {
            result[name] = try node.text(limit: limit, allowsEmpty: true)
            size += name.utf8.count + (result[name]?.utf8.count ?? 0)
        }
        guard size <= limit else { throw error("the object is larger than \(limit) bytes") }
        return result
    }

    /// Returns an object of at most `limit` bytes, which is passed on unchanged.
    @discardableResult
    func object(limit: Int) throws(AirshipError) -> JSONValue {
        try members()
        guard value.jsonBytes().count <= limit else { throw error("the object is larger than \(limit) bytes") }
        return value
    }
}

enum AirshipBody {
    /// Reads a body of at most `limit` bytes as JSON; the error of a syntax error has its line and column.
    static func read(_ request: Request, limit: Int = BodyReader.limit) async throws -> BodyNode {
        let buffer = try await BodyReader.bytes(of: request, limit: limit)
        do {
            let value = try JSONValue(parsing: buffer.readableBytesView, depthLimit: BodyReader.depthLimit)
            return BodyNode(value, path: "")
        } catch {
            var failure = AirshipError.invalid(error.reason, at: "")
            failure.number = 0
            failure.path = nil
            failure.location = location(of: error.offset, in: buffer)
            throw failure
        }
    }

    private static func location(of offset: Int, in buffer: ByteBuffer) -> (line: Int, column: Int) {
        let before = buffer.readableBytesView.prefix(offset)
        let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let column = before.reversed().prefix { $0 != 0x0A }.count + 1
        return (line, column)
    }
}
