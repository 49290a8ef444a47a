import Testing
import TodayCommands

@Suite struct TextTableTests {
    @Test func columnsAreAsWideAsTheirWidestCellAndLinesHaveNoTrail() {
        var table = TextTable("A", "LONGER", "C")
        table.add("much longer", "x", "")
        table.add("y")

        #expect(table.text == "A            LONGER  C\nmuch longer  x\ny")
    }
}
