import CloudCore
import CloudStorage
import CloudTestSupport
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite struct ScheduleRouteTests {
    private let push: JSONValue = ["audience": "all", "device_types": ["ios"], "notification": ["alert": "Tea"]]

    private func schedule(_ schedule: JSONValue, name: String = "tea") -> JSONValue {
        ["name": .string(name), "schedule": schedule, "push": push]
    }

    private let once: JSONValue = ["scheduled_time": "2026-11-21T09:00:00"]
    private let daily: JSONValue = [
        "scheduled_time": "2026-11-21T09:00:00",
        "recurring": ["cadence": ["type": "daily", "count": 1], "end_time": "2026-12-31T00:00:00", "paused": false],
    ]

    private func path(_ answer: TestClient.Answer) throws -> String {
        let url = try #require(answer.json["schedule_urls"]?.arrayValue?.first?.stringValue)
        #expect(url.hasPrefix(TestClient.address))
        return String(url.dropFirst(TestClient.address.count))
    }

    @Test func aScheduleIsKeptShownReplacedAndRemoved() async throws {
        try await withAirship { airship async throws in
            let made = try await airship.sender.send(.post, "/api/schedules/", schedule(once))
            #expect(made.status == 201)
            #expect(made.json["schedule_ids"]?.arrayValue?.count == 1)
            let path = try path(made)
            let shown = try await airship.sender.send(.get, path)
            #expect(shown.json["name"] == "tea")
            #expect(shown.json["schedule"] == once)
            #expect(shown.json["push"] == push)
            let replaced = try await airship.sender.send(.put, path, schedule(daily, name: "more tea"))
            #expect(replaced.status == 200)
            #expect(try await airship.sender.send(.get, path).json["name"] == "more tea")
            #expect(try await airship.sender.send(.delete, path).status == 204)
            for method in ["get", "delete"] {
                #expect(try await airship.sender.send(method == "get" ? .get : .delete, path).status == 404)
            }
        }
    }

    @Test func whatHasExpiredMeanwhileDoesNotKeepAScheduleFromBeingPaused() async throws {
        try await withAirship { airship async throws in
            let schedule: JSONValue = [
                "schedule": daily,
                "push": [
                    "audience": "all", "device_types": "all", "notification": ["alert": "Tea"],
                    "options": ["expiry": "2026-11-21T10:00:00"],
                ],
            ]
            let path = try path(try await airship.sender.send(.post, "/api/schedules/", schedule))
            airship.fixture.date.advance(by: 86_400)
            #expect(try await airship.sender.send(.post, "\(path)/pause").status == 204)
            #expect(try await airship.sender.send(.post, "\(path)/resume").status == 204)
            #expect(try await airship.sender.send(.put, path, schedule).status == 400)
        }
    }

    @Test func aScheduleSendsWhenItIsDueUnlessItIsPaused() async throws {
        try await withAirship { airship async throws in
            let fixture = airship.fixture
            let ada = try await fixture.join("ada")
            let path = try path(try await airship.sender.send(.post, "/api/schedules/", schedule(daily)))
            fixture.date.advance(by: 3600)
            #expect(try await fixture.cloud.scheduler.step())
            try await fixture.deliver()
            #expect(try await fixture.bodies(ada).map { $0["alert"] } == [["body": "Tea"]])

            #expect(try await airship.sender.send(.post, "\(path)/pause").status == 204)
            fixture.date.advance(by: 86_400)
            #expect(try await fixture.cloud.scheduler.step() == false)
            #expect(try await airship.sender.send(.get, path).json["schedule"]?["recurring"]?["paused"] == true)
            #expect(try await airship.sender.send(.post, "\(path)/resume/").status == 204)
            #expect(try await fixture.cloud.scheduler.step() == false)
            fixture.date.advance(by: 86_400)
            #expect(try await fixture.cloud.scheduler.step())
        }
    }

    @Test func onlyWhatRecursIsPaused() async throws {
        try await withAirship { airship async throws in
            let path = try path(try await airship.sender.send(.post, "/api/schedules/", schedule(once)))
            #expect(try await airship.sender.send(.post, "\(path)/pause").status == 400)
        }
    }

    @Test func theListIsPagedToItsEnd() async throws {
        try await withAirship { airship async throws in
            let several = JSONValue.array((0..<5).map { schedule(once, name: "s\($0)") })
            #expect(try await airship.sender.send(.post, "/api/schedules/", several).status == 201)
            var names: [String] = []
            var path: String? = "/api/schedules/?limit=2"
            while let next = path {
                let answer = try await airship.sender.send(.get, next)
                #expect(answer.json["total_count"] == 5)
                names += answer.json["schedules"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
                path = answer.json["next_page"]?.stringValue.map { String($0.dropFirst(TestClient.address.count)) }
            }
            #expect(names == ["s0", "s1", "s2", "s3", "s4"])
        }
    }

    @Test(arguments: [
        (#"{"schedule":{"scheduled_time":"2026-11-21T07:00:00"},"push":PUSH}"#, "schedule"),
        (#"{"schedule":{"scheduled_time":"soon"},"push":PUSH}"#, "schedule.scheduled_time"),
        (#"{"schedule":{"scheduled_time":"2026-02-30T07:00:00"},"push":PUSH}"#, "schedule.scheduled_time"),
        (#"{"schedule":{},"push":PUSH}"#, "schedule"),
        (
            #"{"schedule":{"scheduled_time":"2027-01-01T00:00:00","local_scheduled_time":"2027-01-01T00:00:00"},"push":PUSH}"#,
            "schedule"
        ),
        (#"{"schedule":{"best_time":{"send_date":"2027-01-01"}},"push":PUSH}"#, "schedule.best_time"),
        (#"{"schedule":{"scheduled_time":"2027-01-01T00:00:00"}}"#, "push"),
        (#"{"push":PUSH}"#, "schedule"),
        (
            #"{"schedule":{"scheduled_time":"2027-01-01T00:00:00","recurring":{}},"push":PUSH}"#,
            "schedule.recurring.cadence"
        ),
        (
            #"{"schedule":{"scheduled_time":"2027-01-01T00:00:00","recurring":{"cadence":{"type":"often"}}},"push":PUSH}"#,
            "schedule.recurring.cadence.type"
        ),
        (
            #"{"schedule":{"scheduled_time":"2027-01-01T00:00:00","recurring":{"cadence":{"type":"daily","count":0}}},"push":PUSH}"#,
            "schedule.recurring.cadence.count"
        ),
        (
            #"{"schedule":{"scheduled_time":"2027-01-01T00:00:00","recurring":{"cadence":{"type":"daily"},"exclusions":[{}]}},"push":PUSH}"#,
            "schedule.recurring.exclusions[0]"
        ),
        (
            #"{"schedule":{"scheduled_time":"2027-01-01T00:00:00","recurring":{"cadence":{"type":"daily"},"exclusions":[{"hour_range":"9"}]}},"push":PUSH}"#,
            "schedule.recurring.exclusions[0].hour_range"
        ),
        (#"[{"schedule":{"scheduled_time":"2027-01-01T00:00:00"},"push":{"audience":"some"}}]"#, "[0].push.audience"),
    ])
    func aMistakeIsNamedByItsPath(body: String, path: String) async throws {
        try await withAirship { airship async throws in
            let text = body.replacing("PUSH", with: push.jsonText)
            let answer = try await airship.sender.send(.post, "/api/schedules/", text: text)
            #expect(answer.status == 400)
            #expect(answer.json["details"]?["path"]?.stringValue == path)
            #expect(try await airship.sender.send(.get, "/api/schedules/").json["schedules"] == [])
        }
    }
}
