import Notifications
import Testing
import TodayProtocol

@Suite struct NotificationSummaryTests {
    @Test func thePagesNumberIsTheSumOfTheBadges() {
        let badges = [AppID("org.example.A"): 2, AppID("org.example.B"): 5]
        #expect(NotificationSummary(badges: badges, count: 1, questions: [], failures: []).badgeSum == 7)
        #expect(NotificationSummary(badges: [:], count: 1, questions: [], failures: []).badgeSum == 0)
    }
}
