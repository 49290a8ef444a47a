import AsyncPrimitives
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct SubscriptionTests {
    private typealias List = SubscriptionList<String, Set<Int>>

    @Test func whatIsPendingIsMergedUntilItIsRead() async {
        let list = List()
        let subscription = list.add("a", pending: [])
        for number in [1, 2, 1] {
            list.update { pending in
                pending.insert(number)
                return true
            }
        }
        #expect(await subscription.next { $0.popFirst() } != nil)
        #expect(await subscription.next { $0.popFirst() } != nil)
        list.finish()
        #expect(await subscription.next { $0.popFirst() } == nil)
    }

    @Test func onlyThoseThatAreConcernedAreToldAndAReaderWakes() async {
        let list = List()
        let (first, second) = (list.add("a", pending: []), list.add("b", pending: []))
        async let event = first.next { $0.popFirst() }
        list.update(where: { $0 == "a" }) { pending in
            pending.insert(1)
            return true
        }
        #expect(await event == 1)
        list.finish()
        #expect(await second.next { $0.popFirst() } == nil)
    }

    @Test func whatIsPendingIsLoadedWhenThereIsNoEvent() async {
        let list = List()
        let subscription = list.add("a", pending: [])
        let event = await subscription.next { pending in
            pending.popFirst()
        } load: {
            subscription.update { pending in
                pending.insert(7)
                return false
            }
            return true
        }
        #expect(event == 7)
    }

    @Test func aListThatHasEndedEndsLaterSubscriptions() async {
        let list = List()
        list.finish()
        #expect(await list.add("a", pending: []).next { $0.popFirst() } == nil)
    }

    @Test func aSubscriptionThatIsLetGoIsGone() {
        let list = List()
        let hasEnded = Atomic(false)
        var subscription: Subscription<String, Set<Int>>? =
            list.add("a", pending: []) { hasEnded.store(true, ordering: .relaxed) }
        #expect(list.all.count == 1)
        withExtendedLifetime(subscription) {}
        subscription = nil
        let ended = hasEnded.load(ordering: .relaxed)
        #expect(ended)
        #expect(list.all.isEmpty)
    }

    @Test func aSubscriptionMayEndWhileAnotherIsAdded() async {
        // The end uses the list, as that of a page does. If the list is locked then, this test crashes in most runs.
        let list = List()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var held: [Subscription<String, Set<Int>>] = []
                    for _ in 0..<6_000 {
                        held.append(list.add("a", pending: []) { _ = list.all.count })
                        if held.count == 8 { held = [] }
                    }
                }
            }
        }
        #expect(list.all.isEmpty)
    }
}
