import Testing
import TodayCommands

@Suite struct TextTableTests {
    @Test func columnsAreAsWideAsTheirWidestCellAndLinesHaveNoTrail() {
        var table = TextTable("A", "LONGER", "C")
        table.add("much longer", "x", "")
        table.add("y")

        #expect(table.text == "A            LONGER  C\nmuch longer  x\ny")
    }

    @Test func wideCharactersTakeTwoCells() {
        var table = TextTable("A", "B")
        table.add("買い", "x")
        table.add("buy", "y")

        #expect(table.text == "A     B\n買い  x\nbuy   y")
    }
}
