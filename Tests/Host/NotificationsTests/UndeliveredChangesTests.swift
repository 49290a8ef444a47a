import HostModel
import Testing
import TodayProtocol

@testable import HostStorage
@testable import Notifications

/// What a surface is still told that does not read for a while.
@Suite struct UndeliveredChangesTests {
    @Test func aFloodOfOneAppDisplacesNoBannerOfAnother() {
        var changes = UndeliveredChanges()
        func deliver(_ number: Int64, of app: AppID) {
            let change = StoreChange.delivered(DeliveredID(rawValue: number), app: app, arrives: true)
            let concerns = changes.add(Commit(revision: Revision(number), origin: .host, changes: [change]))
            #expect(concerns)
        }
        deliver(1, of: AppID("com.calm"))
        for number in 2...1500 { deliver(Int64(number), of: AppID("com.loud")) }

        let work = changes.work

        #expect(work?.everything == true)
        #expect(work?.notifications.count ?? 0 <= UndeliveredChanges.limit)
        #expect(work?.notifications.first == DeliveredID(rawValue: 1))
        #expect(work?.notifications.last == DeliveredID(rawValue: 1500))
    }
}
