import HostStorage
import TodayProtocol

/// Sets `last` and one of a hundred slots to a number, in one transaction each.
struct DefaultsWriter {
    let number: Int
    let store: DurableStore

    @concurrent func run() async throws {
        let group = GroupID("group.writer\(number)")
        var step = 0
        if case .integer(let last) = try await store.read({ try $0.defaultsEntry(for: "last", of: group) })?.value {
            step = last
        }
        while true {
            step += 1
            try await store.commit(
                .defaults(.set(group: group, key: "last", value: .integer(step))),
                .defaults(.set(group: group, key: "slot\(step % 100)", value: .integer(step)))
            )
            guard CrashHelper.acknowledge(step, by: number) else { return }
        }
    }
}
