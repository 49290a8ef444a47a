import Foundation
import HTTPServing
import Testing

/// Dates in headers.
@Suite struct HTTPDateCacheTests {
    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"), (1_798_761_600, "Fri, 01 Jan 2027 00:00:00 GMT"),
        ] as [(Double, String)]
    )
    func datesAreWrittenAsTheStandardHasThem(seconds: Double, text: String) {
        #expect(HTTPDateCache.text(of: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test func itSaysThePresentSecond() {
        let dates = HTTPDateCache()
        for _ in 0..<3 {
            let before = Int(Date().timeIntervalSince1970)
            let text = dates.text
            let after = Int(Date().timeIntervalSince1970)
            let possible = (before...after).map { HTTPDateCache.text(of: Date(timeIntervalSince1970: Double($0))) }
            #expect(possible.contains(text))
        }
    }
}
