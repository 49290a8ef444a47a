import FoundationEssentials
import HostStorage
import Testing
import TodayProtocol
import TodayTestSupport

/// There is one unread number, and it is how many of the listed messages are unread, whatever happens in which order.
@Suite struct OneNumberTests {
    @Test(.timeLimit(.minutes(5)), arguments: UInt64(1)...16)
    func itIsTheCountOfWhatIsListed(seed: UInt64) async throws {
        var random = RandomNumbers(state: seed)
        let date = SettableDate()
        // With an even seed only one of the two devices is used: then nothing may undo what the person did there.
        let hasOneReader = seed.isMultiple(of: 2)
        try await withFolder { folder in
            var cloud = CloudModel()
            let devices = [try InboxDevice("a", in: folder, date), try InboxDevice("b", in: folder, date)]
            var trail: [String] = []
            for number in 0..<300 {
                let device = try #require(devices.randomElement(using: &random))
                let step = InboxStep.likely.randomElement(using: &random) ?? .ask
                let mayAct = !hasOneReader || device.name == "a"
                trail.append("\(device.name) \(step)")
                if mayAct || !step.isPersons {
                    try await perform(step, on: device, &cloud, date, devices, &random)
                }
                // The other device is as it was, unless time has passed.
                for device in step == .time ? devices : [device] {
                    let complaint = try await device.complaint()
                    try #require(complaint == nil, "seed \(seed), step \(number): \(trail.suffix(12))")
                    guard hasOneReader else { continue }
                    let undone = try await device.undone()
                    try #require(undone == nil, "seed \(seed), step \(number): \(trail.suffix(12))")
                }
            }
            try await settle(devices, &cloud)
            for device in devices {
                let list = cloud.list(at: date.value)
                let here = try await device.store.read { try $0.messages(of: InboxDevice.app, limit: 999).messages }
                #expect(here.map(\.id) == list.map(\.id), "seed \(seed), \(device.name)")
                #expect(here.map(\.isRead) == list.map(\.isRead), "seed \(seed), \(device.name)")
                #expect(try await device.complaint() == nil, "seed \(seed), \(device.name)")
                #expect(try await device.store.read { try $0.staleInboxes() }.isEmpty, "seed \(seed), \(device.name)")
                await device.store.close()
            }
        }
    }

    private func perform(
        _ step: InboxStep,
        on device: InboxDevice,
        _ cloud: inout CloudModel,
        _ date: SettableDate,
        _ devices: [InboxDevice],
        _ random: inout RandomNumbers
    ) async throws {
        let listed = try await device.store.listed()
        let id = listed.randomElement(using: &random) ?? "none"
        switch step {
        case .arrive:
            let lasts = Double.random(in: 5..<60, using: &random)
            let isShort = Bool.random(using: &random)
            let message = cloud.add(at: date.value, expires: isShort ? date.value.addingTimeInterval(lasts) : nil)
            for device in devices {
                let push = ReceivedPush.sample("p-\(message)", message: message, badge: 77, wakes: true)
                device.hear(push)
            }
        case .hear: try await device.takeEvent(again: Bool.random(using: &random))
        case .ask: device.ask(cloud)
        case .merge: try await device.merge()
        case .tell: try await device.tell(&cloud)
        case .hearBack: try await device.hearBack()
        case .goOffline: device.goOffline()
        case .bodyArrives: try await device.body(id, arrives: true)
        case .bodyFails: try await device.body(id, arrives: false)
        case .read: try await device.mark(id, isRead: true)
        case .unread: try await device.mark(id, isRead: false)
        case .delete: try await device.delete(id)
        case .time: date.advance(by: Double.random(in: 0..<8, using: &random))
        case .expire: try await device.expire()
        case .deliver: try await device.deliver()
        case .setBadge: try await device.setBadge(Int.random(in: 0..<9, using: &random))
        case .restart: try await device.restart()
        }
    }

    /// Everybody is online and nobody does anything until nothing is left to say.
    private func settle(_ devices: [InboxDevice], _ cloud: inout CloudModel) async throws {
        for device in devices {
            try await device.hearBack()
            while try await device.store.read({ try !$0.unsyncedChanges(of: InboxDevice.app).isEmpty }) {
                try await device.tell(&cloud)
                try await device.hearBack()
            }
        }
        for device in devices {
            try await device.expire()
            device.ask(cloud)
            try await device.merge()
        }
    }
}

/// What can happen next.
private enum InboxStep: CaseIterable {
    case arrive, hear, ask, merge, tell, hearBack, goOffline, bodyArrives, bodyFails, read, unread, delete, time, expire
    case deliver, setBadge, restart

    /// Every step, those more often that have to come in a certain order to mean something.
    static let likely =
        allCases + [.arrive, .ask, .tell, .tell, .hearBack, .hearBack, .merge, .read, .bodyArrives, .hear]

    /// Whether it is something that the person does.
    var isPersons: Bool { self == .read || self == .unread || self == .delete }
}
