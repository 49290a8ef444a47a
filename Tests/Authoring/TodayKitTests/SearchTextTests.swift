import Testing
import TodayKit

/// What fits a search.
@Suite struct SearchTextTests {
    @Test(arguments: [
        ("BREAD", true), ("rye br", true), ("bakery rye", true), ("  rye\t", true), ("ryebread", false),
        ("milk", false), ("rye milk", false), ("", true),
    ])
    func everyWordIsFoundInAnyOrder(text: String, isFound: Bool) {
        #expect(SearchText(text).fits("Rye bread", "Bakery") == isFound)
    }
}
