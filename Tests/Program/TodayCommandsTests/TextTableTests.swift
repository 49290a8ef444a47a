import Testing

@testable import TodayCommands

@Suite struct TextTableTests {
    @Test func columnsAreAsWideAsTheirWidestCellAndLinesHaveNoTrail() {
        var table = TextTable("A", "LONGER", "C")
        table.add("much longer", "x", "")
        table.add("y")

        #expect(table.text == "A            LONGER  C\nmuch longer  x\ny")
    }

    @Test func wordsOfTheLastColumnAreWrappedWhereTheTableIsTooWide() {
        var table = TextTable("", "FOUND")
        table.add("warning", "One two three four five six.")
        table.add("", "買い物リスト 買い物リスト")

        let wrapped = """
                     FOUND
            warning  One two three four
                     five six.
                     買い物リスト
                     買い物リスト
            """
        #expect(table.text(width: 30) == wrapped)
        #expect(table.text(width: nil).split(separator: "\n").count == 3)
        // In too little room for words a row stays one line.
        #expect(table.text(width: 28) == table.text(width: nil))
    }

    @Test func aRowShowsEachThingAndACellMayBeEmpty() {
        let table = TextTable(of: ["tea", "a\u{1B}[2J"], ("NAME", { $0 }), ("", { $0.count > 3 ? nil : "hot" }))

        #expect(table.text == "NAME\ntea   hot\na[2J")
    }

    @Test func wideCharactersTakeTwoCells() {
        var table = TextTable("A", "B")
        table.add("買い", "x")
        table.add("buy", "y")

        #expect(table.text == "A     B\n買い  x\nbuy   y")
    }
}
