import Host
import HostModel
import HostStorage
import LocalAPI
import Notifications
import ServerSentEvents
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@Suite struct EventCodingTests {
    @Test(arguments: [
        NotificationEvent.Change.all(
            NotificationsState(
                revision: Revision(3),
                groups: [
                    .init(app: Samples.shopping, title: "Shopping List", notifications: [Samples.reminder(id: 4)])
                ],
                older: 2,
                summary: NotificationSummary(
                    badges: [Samples.shopping: 2],
                    count: 3,
                    questions: [.init(app: Samples.shopping, title: "Shopping List", wanted: [.alert])],
                    failures: [Samples.failure.inEnglish]
                )
            )
        ),
        .shown(Samples.forecast(), arrives: true), .shown(Samples.reminder(id: 1), arrives: false),
        .withdrawn(DeliveredID(rawValue: 5)),
        .summary(NotificationSummary(badges: [:], count: 0, questions: [], failures: [])),
    ])
    func aNotificationEventIsReadBackAsItWas(change: NotificationEvent.Change) throws {
        let event = NotificationEvent(revision: Revision(9), change: change)
        let written = try event.serverSentEvent()
        #expect(written.id == nil)
        #expect(try NotificationEvent(written) == event)
    }

    @Test func aNotificationEventThatIsNotKnownIsPassedOver() throws {
        #expect(try NotificationEvent(ServerSentEvent(name: "later", data: "{}")) == nil)
        #expect(throws: (any Error).self) {
            _ = try NotificationEvent(ServerSentEvent(name: "withdrawn", data: "{}"))
        }
    }

    @Test(arguments: [
        ComplicationEvent.Change.all(
            ComplicationsState(revision: Revision(9), complications: [Samples.habitsComplication])
        ),
        .set(Samples.habitsComplication), .removed(AppID("com.example.habits")),
    ])
    func aComplicationEventIsReadBackAsItWas(change: ComplicationEvent.Change) throws {
        let event = ComplicationEvent(revision: Revision(9), change: change)
        let written = try event.serverSentEvent()
        #expect(written.id == nil)
        #expect(try ComplicationEvent(written) == event)
        #expect(try ComplicationEvent(ServerSentEvent(name: "later", data: "{}")) == nil)
        #expect(throws: (any Error).self) {
            _ = try ComplicationEvent(ServerSentEvent(name: "complication", data: "{}"))
        }
    }

    @Test(arguments: [
        ScreenEvent.Change.screen(Samples.screen), .widget(Samples.screen.widgets[0]),
        .widget(Samples.screen.widgets[2]),
        .scene, .open(url: "weather://"),
        .open(url: "weather://", from: AppID("com.example.weather"), opening: OpeningID("k2")),
    ])
    func aScreenEventIsReadBackAsItWas(change: ScreenEvent.Change) throws {
        let event = ScreenEvent(position: ScreenPosition(epoch: "e1", revision: Revision(9)), change: change)
        let read = try #require(try ScreenEvent(event.serverSentEvent()))
        #expect(read == event)
    }

    @Test(arguments: [("later", "e.1", "{}"), ("scene", "nothing", "{}")])
    func whatIsNotKnownIsPassedOver(name: String, id: String, data: String) throws {
        #expect(try ScreenEvent(ServerSentEvent(id: id, name: name, data: data)) == nil)
    }
}
