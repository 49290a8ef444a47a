import ProcessHost
import Testing
import TodayProtocol

@Suite struct SupervisorStateTests {
    /// Something that happens, and what must follow.
    enum Step: Sendable {
        case acquire(Duration, SupervisorState.Acquisition)
        case started(Duration, uses: Int, wanted: Bool)
        case release(Duration)
        case idleIn(Duration, Duration?)
        case stopIfIdle(Duration, Bool)
        case stop(Bool)
        case ended(Duration, EndReason, SupervisorState.NextAction)
        case close(Bool)
    }

    static let crash = EndReason.signalled(11)
    static let excess = EndReason.cpu(used: .seconds(3), limit: .seconds(2))

    static let courses: [(String, [Step], SupervisorState.Phase)] = [
        (
            "calls share one start",
            [
                .acquire(.zero, .start), .acquire(.zero, .wait), .started(.seconds(1), uses: 2, wanted: true),
                .acquire(.seconds(1), .use),
            ], .running(uses: 3, unusedSince: nil)
        ),
        (
            "an unused process is kept for a while and ended then",
            [
                .acquire(.zero, .start), .started(.zero, uses: 1, wanted: true), .idleIn(.seconds(99), nil),
                .release(.seconds(100)), .idleIn(.seconds(130), .seconds(30)), .stopIfIdle(.seconds(159), false),
                .stopIfIdle(.seconds(160), true), .ended(.seconds(160), .idle, .stayIdle),
            ], .idle
        ),
        (
            "a new use begins the while anew",
            [
                .acquire(.zero, .start), .started(.zero, uses: 1, wanted: true), .release(.zero),
                .acquire(.seconds(59), .use), .stopIfIdle(.seconds(60), false), .release(.seconds(70)),
                .idleIn(.seconds(70), .seconds(60)),
            ], .running(uses: 0, unusedSince: .seconds(70))
        ),
        (
            "who comes while it is ended gets the next one",
            [
                .acquire(.zero, .start), .started(.zero, uses: 1, wanted: true), .release(.zero), .stop(true),
                .stop(false), .acquire(.seconds(1), .wait), .ended(.seconds(2), .idle, .start),
            ], .starting
        ),
        (
            "who waits for a start that is stopped gets the next one",
            [
                .acquire(.zero, .start), .stop(true), .started(.zero, uses: 1, wanted: false),
                .ended(.seconds(1), .replaced, .start),
            ], .starting
        ),
        (
            "who waits while a failed process is ended fails with it",
            [
                .acquire(.zero, .start), .started(.zero, uses: 1, wanted: true), .stop(true), .acquire(.zero, .wait),
                .ended(.zero, .startTimedOut(.seconds(1)), .fail), .acquire(.zero, .backOff(.seconds(1))),
            ], .backingOff(until: .seconds(1))
        ),
        (
            "a crash makes calls fail for a second",
            [
                .acquire(.zero, .start), .started(.zero, uses: 1, wanted: true), .ended(.seconds(5), crash, .fail),
                .acquire(.seconds(5), .backOff(.seconds(1))), .acquire(.seconds(6), .start),
            ], .starting
        ),
        (
            "a process that exceeded a limit makes calls fail for five seconds, then for ten",
            [
                .acquire(.zero, .start), .ended(.seconds(5), excess, .fail),
                .acquire(.seconds(5), .backOff(.seconds(5))), .acquire(.seconds(10), .start),
                .ended(.seconds(10), excess, .fail), .acquire(.seconds(10), .backOff(.seconds(10))),
            ], .backingOff(until: .seconds(20))
        ),
        (
            "an end of its own without anybody waiting is no crash",
            [
                .acquire(.zero, .start), .started(.zero, uses: 1, wanted: true), .release(.zero),
                .ended(.zero, .exited(status: 0, whileInUse: false), .fail), .acquire(.zero, .start),
            ], .starting
        ),
        (
            "a program that may not start does not back off",
            [.acquire(.zero, .start), .ended(.zero, .notAllowed(""), .fail)], .idle
        ),
        (
            "nothing starts when the host stops",
            [.acquire(.zero, .start), .close(true), .acquire(.zero, .fail), .ended(.zero, .shutdown, .fail)], .closed
        ),
        ("there is nothing to wait for without a process", [.close(false), .close(false)], .closed),
    ]

    @Test(arguments: courses)
    func takesItsCourse(_ name: String, _ steps: [Step], _ last: SupervisorState.Phase) {
        var state = SupervisorState(timings: ProcessTimings())
        for (index, step) in steps.enumerated() {
            let comment: Comment = "\(name), step \(index)"
            switch step {
            case .acquire(let now, let expected): #expect(state.acquire(at: now) == expected, comment)
            case .started(let now, let uses, let wanted):
                #expect(state.started(uses: uses, at: now) == wanted, comment)
            case .release(let now): state.release(at: now)
            case .idleIn(let now, let expected): #expect(state.timeToIdleEnd(at: now) == expected, comment)
            case .stopIfIdle(let now, let expected): #expect(state.stopIfIdle(at: now) == expected, comment)
            case .stop(let expected): #expect(state.stop() == expected, comment)
            case .ended(let now, let reason, let expected):
                #expect(state.ended(reason, at: now) == expected, comment)
            case .close(let expected): #expect(state.close() == expected, comment)
            }
        }
        #expect(state.phase == last)
    }

    @Test func theWaitDoublesUpToAMinuteAndBeginsAnewAfterAQuietOne() {
        var state = SupervisorState(timings: ProcessTimings())
        var now = Duration.zero
        var waits: [Duration] = []
        for _ in 1...9 {
            #expect(state.acquire(at: now) == .start)
            #expect(state.ended(Self.crash, at: now) == .fail)
            let wait = state.retryAfter(at: now) ?? .zero
            waits.append(wait)
            now += wait
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { Duration.seconds($0) })
        #expect(state.failures == 9)
        #expect(state.acquire(at: now) == .start)
        #expect(state.ended(Self.crash, at: now + .seconds(59)) == .fail)
        #expect(state.failures == 10)
        now += .seconds(59 + 60)
        #expect(state.acquire(at: now) == .start)
        #expect(state.ended(Self.crash, at: now + .seconds(60)) == .fail)
        #expect(state.failures == 1)
    }
}
