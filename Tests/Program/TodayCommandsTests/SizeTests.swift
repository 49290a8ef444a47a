import Testing

@testable import TodayCommands

/// Sizes as people read them.
@Suite struct SizeTests {
    @Test(arguments: [
        (0, "0.0 MB"), (9_437_184, "9.4 MB"), (999_900_000, "999.9 MB"), (999_999_999, "1.0 GB"),
        (53_104_700_000, "53.1 GB"), (2_000_000_000_000, "2.0 TB"), (Int.max, "9223372.0 TB"),
    ])
    func aSizeHasTheUnitThatFitsIt(bytes: Int, text: String) {
        #expect(Dates.memory(bytes) == text)
    }
}
