import JSON
import JSONRPC
public import TodayProtocol

/// The shared defaults of a process's app groups, read from a local mirror and written by the host.
///
/// Reading never waits: the mirror is complete before the first request is handled, and follows all changes in the
/// order of their commits, including those of other processes. Within an action, reads see the action's own writes
/// before they are committed.
public struct SharedDefaults: Sendable {
    let process: ProcessContext
    private var center: DefaultsCenter { process.session.defaults }

    /// The value of a key.
    ///
    /// It is the key's default if nothing is stored, and also, with a line in the log, if a value of another type is
    /// stored. If the process's entitlements do not name the key's group, the request that reads it fails with a
    /// message that says so.
    public subscript<Value>(key: DefaultsKey<Value>) -> Value {
        guard let stored = stored(key.name, in: key.group) else { return key.defaultValue }
        do {
            return try stored.json.decode(Value.self)
        } catch {
            let place = "\(key.group) \(key.name)"
            if center.isFirstReport(place) {
                let reason = (error as? DecodingError)?.sentence ?? "\(error)"
                process.session.log(.error, "The default \(place) holds another type than \(Value.self): \(reason)")
            }
            return key.defaultValue
        }
    }

    /// Sets a key.
    ///
    /// Outside an action this returns when the write is on disk and visible to this process. Within an action it
    /// returns when the host has accepted the write, which is committed with the action.
    ///
    /// - Parameters:
    ///   - value: The new value, at most 256 KiB; `nil` removes the key.
    ///   - key: The key.
    /// - Throws: ``RequestError`` if the host refuses the write or the value is not a property list.
    public func set<Value>(_ value: Value, for key: DefaultsKey<Value>) async throws {
        let json: JSONValue
        let property: PropertyValue
        do {
            json = try JSONValue(encoding: value)
            if json.isNull { return try await remove(key) }
            property = try PropertyValue(json: json)
        } catch let error as PropertyValueError {
            throw RequestError(.invalidValue, "The default \(key.name) cannot be set: \(error.reason).")
        } catch let error as EncodingError {
            throw RequestError(.invalidValue, "The default \(key.name) cannot be set: \(error.phrase).")
        }
        try await write(property, key.name, key.group) { [group = key.group, name = key.name] in
            DefaultsSetRequest(group: group, key: name, value: property, transaction: $0)
        }
    }

    /// Removes a key as ``set(_:for:)`` sets it; removing a key without a value is not an error.
    ///
    /// - Throws: ``RequestError`` if the host refuses the removal.
    public func remove<Value>(_ key: DefaultsKey<Value>) async throws {
        try await write(nil, key.name, key.group) { [group = key.group, name = key.name] in
            DefaultsRemoveRequest(group: group, key: name, transaction: $0)
        }
    }

    /// Returns the new values of a key as they are committed.
    ///
    /// Start to iterate before you read the current value, so that you miss no change. Only the newest change that was
    /// not read yet is kept. The sequence ends with the process.
    public func changes<Value>(of key: DefaultsKey<Value>) -> some AsyncSequence<Value, Never> & Sendable {
        var committed = process
        committed.scope = RequestScope()
        committed.transaction = nil
        let defaults = SharedDefaults(process: committed)
        // The value is read when the element is taken, so that it is the newest one and the center is not locked
        // meanwhile.
        return changes(in: key.group, key: key.name).map { defaults[key] }
    }

    /// Returns a stream with one element for each committed change in a group.
    ///
    /// Start to iterate before you read, so that you miss no change. Several changes may be reported as one. The
    /// sequence ends with the process.
    public func changes(in group: GroupID) -> AsyncStream<Void> { changes(in: group, key: nil) }

    private func changes(in group: GroupID, key: String?) -> AsyncStream<Void> {
        center.changes.stream { change in
            change.group == group && key.map(change.keys.contains) ?? true ? () : nil
        }
    }
}

extension SharedDefaults {
    private func stored(_ key: String, in group: GroupID) -> PropertyValue? {
        switch process.transaction?.lookup(key, in: group) ?? .untouched {
        case .set(let value): return value
        case .removed: return nil
        case .untouched: break
        }
        switch center.read(key, in: group) {
        case .value(let value): return value
        case .notEntitled:
            process.scope.record(.notEntitled(group))
            logOnce(group, RequestScope.Problem.sentence(group, process.initialization))
        case .failed(let sentence):
            process.scope.record(.failed(sentence))
            logOnce(group, sentence)
        }
        return nil
    }

    private func logOnce(_ group: GroupID, _ sentence: String) {
        if center.isFirstReport(group.rawValue) { process.session.log(.error, sentence) }
    }

    private func write(
        _ value: PropertyValue?,
        _ key: String,
        _ group: GroupID,
        _ request: (Int?) -> some RPCRequest
    ) async throws {
        guard let transaction = process.transaction else {
            _ = try await process.session.ask(request(nil))
            return
        }
        try transaction.requireOpen()
        let number = transaction.record(value, for: key, in: group)
        do {
            _ = try await process.session.ask(request(transaction.number))
        } catch {
            transaction.undo(number, for: key, in: group)
            throw error
        }
    }
}

extension EncodingError {
    /// The description of the mistake, as part of a sentence.
    fileprivate var phrase: String {
        switch self {
        case .invalidValue(_, let context): context.debugDescription
        @unknown default: "it cannot be encoded"
        }
    }
}
