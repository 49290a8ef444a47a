import Host
import HostModel
import JSON
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

@testable import TodayCommands

@Suite struct LimitReportTests {
    private let limits = ProcessLimits(
        budget: ProcessBudget(),
        groups: GroupLimit(bytes: 256 << 20),
        enforcement: LimitEnforcement(controllers: [.memory, .pids]),
        stored: ["com.example.weather": 1_572_864]
    )

    @Test func appsAndWidgetsHaveTheirLimits() throws {
        let weather = AppDescription(
            id: AppID("com.example.weather"),
            title: "Weather",
            version: "1.2",
            widgets: [.init(id: WidgetID("com.example.weather.widget"), title: "Weather", isOnScreen: true)],
            groups: [GroupID("group.example.weather")],
            urlSchemes: [],
            declaredHosts: [],
            allowedHosts: []
        )
        let report = LimitReport(apps: [weather], limits: limits)
        try Golden.expect(report.text + "\n", "limits.txt")
        try Golden.expect(report.json.safeText + "\n", "limits.json")
    }

    @Test func withoutControlGroupsItSaysWhy() {
        var measured = limits
        measured.enforcement = LimitEnforcement(reason: .noControlGroupsPhrase)
        let sentence =
            "Today measures what apps and widgets use, without control groups: this machine has no control groups of "
            + "version 2."
        let report = LimitReport(apps: [], limits: measured)
        #expect(report.json["enforcement"]?["sentence"] == .string(sentence))
        #expect(report.json["enforcement"]?["controlGroups"] == [])
    }

    @Test func theLimitOfGroupsIsInMebibytesAndFiles() {
        let report = GroupLimitReport(limits: limits)
        #expect(report.text == "Each app group: 256 MiB, 10000 files")
        #expect(report.json["groupBytes"] == .integer(256 << 20))
        #expect(report.json["groupFiles"] == .integer(10_000))
    }
}
