import AdaptiveCards
import CardRendering
import Testing

@Suite struct TerminalTests {
    private func text(_ card: Card, width: Int = 40) -> String {
        TerminalRenderer(width: width, usesColor: false, environment: Fixtures.place()).render(card)
    }

    /// Counts cells without the code under test: the characters of these texts are narrow or wide by their Unicode
    /// block.
    private func cells(_ line: Substring) -> Int {
        line.reduce(0) { sum, character in
            let value = character.unicodeScalars.first?.value ?? 0
            return sum + ((0x2E80...0xD7A3).contains(value) || (0x1F300...0x1FAFF).contains(value) ? 2 : 1)
        }
    }

    @Test func columnsShareTheWidth() {
        let card = Card {
            ColumnSet {
                Column(width: .stretch) { TextBlock("Cupertino", weight: .bolder) }
                Column(width: .auto) { TextBlock("61°").horizontalAlignment(.right) }
            }
        }
        #expect(text(card, width: 20) == "Cupertino        61°\n")
    }

    @Test func columnsAreAsHighAsTheHighest() {
        let card = Card {
            ColumnSet {
                Column(width: .auto, verticalContentAlignment: .bottom) { TextBlock("x") }
                Column(width: .auto) {
                    TextBlock("a")
                    TextBlock("b")
                }.separator()
            }
        }
        #expect(text(card) == "  │ a\nx │ b\n")
    }

    @Test func textIsCutWrappedAndClamped() {
        let long = "The quick brown fox jumps over the lazy dog"
        #expect(text(Card { TextBlock(long) }, width: 20) == "The quick brown fox…\n")
        #expect(
            text(Card { TextBlock(long, wrap: true) }, width: 20) == "The quick brown fox\njumps over the lazy\ndog\n"
        )
        #expect(
            text(Card { TextBlock(long, wrap: true, maxLines: 2) }, width: 20)
                == "The quick brown fox\njumps over the lazy…\n"
        )
        #expect(text(Card { TextBlock("abcdefghij", wrap: true) }, width: 4) == "abcd\nefgh\nij\n")
        #expect(text(Card { TextBlock("漢字仮名", wrap: true) }, width: 5) == "漢字\n仮名\n")
        #expect(text(Card { TextBlock("漢字", wrap: true) }, width: 1) == "…\n…\n")
    }

    @Test func wideAndCombiningCharactersAreMeasured() {
        func column(_ text: String) -> String {
            self.text(
                Card {
                    ColumnSet {
                        Column(width: .pixels(48)) { TextBlock(text) }
                        Column(width: .auto) { TextBlock("|") }.spacing(.none)
                    }
                }
            )
        }
        #expect(column("ab") == "ab    |\n")
        #expect(column("漢字") == "漢字  |\n")
        #expect(column("e\u{301}e\u{301}") == "e\u{301}e\u{301}    |\n")
        #expect(column("👩‍👩‍👧") == "👩‍👩‍👧    |\n")
        #expect(column("❤️") == "❤️    |\n")
        #expect(column("🇩🇪") == "🇩🇪    |\n")
    }

    @Test func spacingIsAnEmptyLineFromMediumOn() {
        let card = Card {
            TextBlock("hidden").hidden()
            TextBlock("a").spacing(.large).separator()
            TextBlock("b").spacing(.small)
            TextBlock("").spacing(.large)
            TextBlock("c").spacing(.medium)
            TextBlock("d").separator()
        }
        #expect(text(card, width: 5) == "a\nb\n\nc\n─────\nd\n")
    }

    @Test func alignmentIsInherited() {
        let card = Card {
            Container {
                TextBlock("a")
                TextBlock("b").horizontalAlignment(.left)
            }.horizontalAlignment(.right)
            TextBlock("c").horizontalAlignment(.center)
        }
        #expect(text(card, width: 5) == "    a\nb\n  c\n")
    }

    @Test func factsAreATable() {
        let card = Card {
            FactSet {
                Fact("Humidity", "82 %")
                Fact("Rain", "**none** at all, all day long")
            }
        }
        #expect(text(card, width: 28) == "Humidity  82 %\nRain      none at all, all\n          day long\n")
    }

    @Test func listsAreIndented() {
        #expect(
            text(Card { TextBlock("- one two three\n- four", wrap: true) }, width: 10) == "• one two\n  three\n• four\n"
        )
    }

    @Test(arguments: [(100, "▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄ 100"), (90, "████████████▁▁▁▁▁▁▁▁▁▁▁▁ 90–100")])
    func lineTellsItsRangeIfThereIsOne(last: Double, expected: String) {
        let card = Card { LineChart { LineSeries(values: [ChartPoint("8", 100), ChartPoint("9", last)]) } }
        #expect(text(card) == "\(expected)\n8 … 9\n")
    }

    @Test func controlsAreShown() {
        let card = Card {
            TextInput(id: "n", label: "Name", isRequired: true, placeholder: "Paris")
            TextInput(id: "p", value: "secret", style: .password)
            ToggleInput(id: "t", title: "On", isOn: true)
            ChoiceSetInput(id: "c", choices: [Choice("A", value: "a"), Choice("B", value: "b")], value: "b")
            DateInput(id: "d", label: "Day", value: "2026-11-21")
            DateInput(id: "e")
            TimeInput(id: "h", placeholder: "When")
            TimeInput(id: "i")
        }.actions {
            Action.submit("Add")
            Action.submit("Remove")
            Action.openURL("More", url: "https://a.b/c")
            Action.openURL("Bad", url: "javascript:x")
        }
        #expect(
            text(card) == """
                Name *
                [Paris]
                [••••••••]
                [x] On
                ( ) A
                (•) B
                Day
                [2026-11-21]
                [YYYY-MM-DD]
                [When]
                [HH:MM]

                [Add] [Remove]
                [More] https://a.b/c
                [Bad]

                """
        )
    }

    @Test func styleIsAnEscapeSequence() {
        let renderer = TerminalRenderer(width: 20, usesColor: true, environment: Fixtures.place())
        let card = Card { TextBlock("a **b** _c_", color: .good, isSubtle: true) }
        #expect(
            renderer.render(card)
                == "\u{1B}[2;32ma \u{1B}[0m\u{1B}[1;2;32mb\u{1B}[0m\u{1B}[2;32m \u{1B}[0m\u{1B}[2;3;32mc\u{1B}[0m\n"
        )
        #expect(renderer.render(Card { TextBlock("a") }) == "a\n")
    }

    @Test(arguments: Fixtures.names)
    func noLineIsWiderThanTheTerminal(name: String) throws {
        let card = try Fixtures.card(name)
        for width in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
            let lines = text(card, width: width).split(separator: "\n")
            #expect(lines.allSatisfy { cells($0) <= width }, "width \(width)")
        }
    }

    @Test(.timeLimit(.minutes(10))) func deeplyNestedColumnsTakeNoTime() {
        let card = (0..<14).reduce(Card { TextBlock("a b c d e f") }) { card, _ in
            Card {
                ColumnSet {
                    Column(width: .auto) { card.body }
                    Column(width: .auto) { TextBlock("x") }
                }
            }
        }
        #expect(text(card, width: 80).contains("x"))
        #expect(text(card, width: 10).contains("x"))
    }
}
