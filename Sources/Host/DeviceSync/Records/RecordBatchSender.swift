import FoundationEssentials
import HostStorage
import JSON
import TodayProtocol

/// Sends one batch of queued changes and determines the outcome of each.
///
/// If a response was lost, its changes are sent again. Repeated creations and updates then fail with EXISTS or
/// CONFLICT: such a change counts as applied if this device wrote exactly what the cloud has.
struct RecordBatchSender: Sendable {
    /// The part of the batch that remains.
    enum Rest: Sendable {
        case nothing
        /// The request was refused as a whole: each change is sent on its own, so that only the bad ones fail.
        case singly
        /// The zone must be created first; the value is the error to report if it has already been created.
        case zoneMissing(RecordCallFailure)
        /// The remaining changes can be sent later.
        case later(RecordCallFailure)
    }

    struct Result: Sendable {
        /// Outcomes of the changes that leave the queue, by number.
        var outcomes: [Int64: RecordChangeOutcome] = [:]
        /// Numbers of the changes that stay in the queue after an internal error of the cloud.
        var internalErrors: Set<Int64> = []
        var rest = Rest.nothing
    }

    let link: RecordLink
    let batch: RecordBatch
    /// Number of earlier internal errors of the cloud, by the number of the change.
    var internalErrors: [Int64: Int] = [:]

    private var api: RecordAPI { link.api(batch.container, batch.process) }

    func send() async -> Result {
        let answers: [JSONValue]
        do throws(RecordCallFailure) { answers = try await api.modify(batch) } catch { return refusal(error) }
        var result = Result()
        var doubtful: [(change: QueuedRecordChange, error: RecordError)] = []
        for (change, answer) in zip(batch.changes, answers) {
            guard answer["serverErrorCode"] != nil else {
                result.outcomes[change.number] = .applied(tag: RecordCoding.tag(of: answer))
                continue
            }
            // An unknown code counts as a failure of the cloud.
            let error = RecordError(json: answer) ?? RecordError(.internalError, "The cloud answered an unknown error.")
            if batch.isAtomic || mayHaveBeenApplied(change, error) {
                doubtful.append((change, error))
            } else {
                note(change, error, in: &result)
            }
        }
        if !doubtful.isEmpty { await settle(doubtful, in: &result) }
        return result
    }

    private func refusal(_ failure: RecordCallFailure) -> Result {
        let error = failure.error
        if error.code == .internalError, batch.changes.allSatisfy({ isExhausted($0) }) { return refuseAll(error) }
        switch failure.kind {
        case .temporary, .unauthorized, .tooLarge:
            var result = Result(rest: .later(temporary(failure)))
            if error.code == .internalError { result.internalErrors = Set(batch.changes.map(\.number)) }
            return result
        case .refused:
            if error.code == .zoneNotFound, batch.zone != .default { return Result(rest: .zoneMissing(failure)) }
            return batch.changes.count > 1 && !batch.isAtomic ? Result(rest: .singly) : refuseAll(error)
        }
    }

    private func refuseAll(_ error: RecordError) -> Result {
        var result = Result()
        for change in batch.changes { result.outcomes[change.number] = .refused(error) }
        return result
    }

    /// Records the error of one change of a batch that is not atomic.
    private func note(_ change: QueuedRecordChange, _ error: RecordError, in result: inout Result) {
        switch RecordCallFailure.kind(of: error.code) {
        case .temporary where error.code != .internalError || !isExhausted(change), .unauthorized:
            result.rest = .later(RecordCallFailure(error))
            if error.code == .internalError { result.internalErrors.insert(change.number) }
        case .refused where error.code == .zoneNotFound && batch.zone != .default:
            if case .nothing = result.rest { result.rest = .zoneMissing(RecordCallFailure(.refused, error)) }
        case .temporary, .refused, .tooLarge: result.outcomes[change.number] = .refused(error)
        }
    }

    // MARK: - Lost answers

    /// Returns `true` if an error may only mean that an earlier attempt succeeded and its response was lost.
    private func mayHaveBeenApplied(_ change: QueuedRecordChange, _ error: RecordError) -> Bool {
        change.attempts > 0 && (error.code == .conflict || error.code == .exists)
    }

    /// Determines the outcomes of changes with an error, which are all changes if the batch is atomic.
    private func settle(_ doubtful: [(change: QueuedRecordChange, error: RecordError)], in result: inout Result) async {
        guard doubtful.contains(where: { mayHaveBeenApplied($0.change, $0.error) }) else {
            return noteAtomic(doubtful, in: &result)
        }
        let found: [JSONValue]
        do throws(RecordCallFailure) {
            found = try await api.lookupInParts(doubtful.map(\.change.change.name), in: batch.zone)
        } catch {
            result.rest = .later(temporary(error))
            return
        }
        let applied = zip(doubtful, found).map { isApplied($0.change.change, in: $1) }
        if batch.isAtomic, !applied.allSatisfy(\.self) { return noteAtomic(doubtful, in: &result) }
        for (index, entry) in doubtful.enumerated() {
            if applied[index] {
                result.outcomes[entry.change.number] = .applied(tag: RecordCoding.tag(of: found[index]))
            } else {
                note(entry.change, entry.error, in: &result)
            }
        }
    }

    /// Records the errors of an atomic batch, of which nothing was applied.
    private func noteAtomic(_ entries: [(change: QueuedRecordChange, error: RecordError)], in result: inout Result) {
        let errors = entries.map(\.error).filter { $0.code != .atomicError }
        if let zone = errors.first(where: { $0.code == .zoneNotFound }), batch.zone != .default {
            result.rest = .zoneMissing(RecordCallFailure(.refused, zone))
            return
        }
        let temporary = errors.first { error in
            let isExhausted = error.code == .internalError && batch.changes.contains { self.isExhausted($0) }
            return RecordCallFailure.kind(of: error.code) != .refused && !isExhausted
        }
        if let temporary {
            result.rest = .later(RecordCallFailure(temporary))
            if errors.contains(where: { $0.code == .internalError }) {
                result.internalErrors = Set(batch.changes.map(\.number))
            }
            return
        }
        for entry in entries { result.outcomes[entry.change.number] = .refused(entry.error) }
    }

    /// Returns `true` if the cloud's record equals the result of a change and this device wrote it last.
    private func isApplied(_ change: RecordChange, in json: JSONValue) -> Bool {
        switch change {
        case .delete: return json["serverErrorCode"] == "NOT_FOUND"
        case .save(let record, _):
            guard json["serverErrorCode"] == nil, let found = link.coding.record(json), found.type == record.type,
                found.modified?.device == link.coding.ownName
            else { return false }
            return record.fields.allSatisfy { name, value in
                value == .removed ? found.fields[name] == nil : found.fields[name].map { Self.same($0, value) } ?? false
            }
        }
    }

    /// Returns `true` if a value from the cloud equals the one that was sent.
    private static func same(_ found: RecordValue, _ sent: RecordValue) -> Bool {
        switch (found, sent) {
        case (.date(let found), .date(let sent)): abs(found.timeIntervalSince(sent)) < 0.001
        case (.reference(let found), .reference(let sent)):
            (found.name, found.action) == (sent.name, sent.action) && (sent.zone == nil || found.zone == sent.zone)
        case (.real, .integer), (.integer, .real): found.realValue == sent.realValue
        case (.location(let found), .location(let sent)):
            (found.latitude, found.longitude) == (sent.latitude, sent.longitude)
        case (.list(let found), .list(let sent)):
            found.count == sent.count && zip(found, sent).allSatisfy { same($0, $1) }
        default: found == sent
        }
    }

    // MARK: - Errors

    /// Returns `true` if one more internal error makes a change count as refused.
    private func isExhausted(_ change: QueuedRecordChange) -> Bool {
        (internalErrors[change.number] ?? 0) + 1 >= RecordSync.internalErrorAttempts
    }

    /// Makes the failure for a too large response temporary, because a smaller request would not help.
    private func temporary(_ failure: RecordCallFailure) -> RecordCallFailure {
        failure.kind == .tooLarge ? RecordCallFailure(.temporary, failure.error) : failure
    }
}
