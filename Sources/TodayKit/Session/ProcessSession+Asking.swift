import JSONRPC
import Synchronization
import TodayProtocol

extension ProcessSession {
    /// Asks the host for something that needs nobody else.
    func ask<Request: RPCRequest>(_ request: Request) async throws -> Request.Reply {
        do {
            return try await connection.call(request, deadline: Self.deadline)
        } catch {
            if error.code == .cancelled { throw CancellationError() }
            throw RequestError(error)
        }
    }

    /// Writes a line to the host's log, cut to its limit.
    func log(_ level: LogNotification.Level, _ message: String) {
        guard state.withLock({ $0.facts != nil }) else { return StandardError.write(message) }
        let limit = 4 << 10
        let text = message.utf8.count <= limit ? message : String(decoding: message.utf8.prefix(limit), as: UTF8.self)
        connection.notify(LogNotification(level: level, message: text))
    }

    /// Completes the mirrors; what happens meanwhile arrives beside the pages.
    func loadDefaults(of groups: [GroupID]) async {
        await withDiscardingTaskGroup { tasks in
            for group in groups {
                tasks.addTask { await self.load(group) }
            }
        }
    }

    private func load(_ group: GroupID) async {
        do {
            var after: String?
            repeat {
                let page = try await ask(DefaultsAllRequest(group: group, after: after))
                defaults.load(page, of: group)
                guard page.next != after else { break }
                after = page.next
            } while after != nil
        } catch {
            let reason = (error as? RequestError)?.message ?? "the process was ended"
            defaults.fail(group, "The shared defaults of \(group) could not be read: \(reason)")
        }
        defaults.finishLoading(group)
    }
}
