import AdaptiveCards
import JSON
import Testing

@Suite struct SubmitPayloadTests {
    private let card = Card {
        TextInput(id: "t", label: "Text", maxLength: 5)
        TextInput(id: "e")
        Container { ToggleInput(id: "g", title: "G").hidden() }
        ChoiceSetInput(
            id: "c",
            choices: [Choice("A", value: "a"), Choice("B", value: "b"), Choice("C", value: "c")],
            isMultiSelect: true
        )
    }

    @Test func valuesOverwriteDataAndEmptyOnesAreLeftOut() throws {
        let payload = try SubmitPayload(
            card: card,
            data: ["k": 1, "t": "over"],
            values: ["t": "hi", "e": "", "c": "b,a", "stranger": "x"]
        )
        #expect(payload.json == ["k": 1, "t": "hi", "g": "false", "c": "a,b"])
    }

    @Test func withoutDataThereIsAnObject() throws {
        #expect(try SubmitPayload(card: Card {}, data: nil, values: [:]).json == [:])
        #expect(try SubmitPayload(card: Card {}, data: .null, values: [:]).json == [:])
    }

    @Test(arguments: ["text", [1, 2], 7] as [JSONValue])
    func dataThatIsNoObjectIsSentAsItIs(data: JSONValue) throws {
        #expect(try SubmitPayload(card: card, data: data, values: ["t": "hi"]).json == data)
    }

    @Test func withoutAssociatedInputsNothingIsCheckedOrSent() throws {
        let payload = try SubmitPayload(
            card: card,
            data: ["k": 1],
            associatedInputs: .none,
            values: ["t": "much too long"]
        )
        #expect(payload.json == ["k": 1])
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var input: String
        var value: String?
        /// The JSON that is sent, or `nil` if nothing is sent.
        var sent: String?
        var message: String?
        var testDescription: String { "\(input) \(value ?? "-")" }
    }

    @Test(arguments: [
        Row(input: #"{"type":"Input.Text","id":"i"}"#, value: nil, sent: nil),
        Row(input: #"{"type":"Input.Text","id":"i"}"#, value: " ", sent: " "),
        Row(
            input: #"{"type":"Input.Text","id":"i","label":"Name","isRequired":true}"#,
            value: "",
            message: "“Name” is required."
        ),
        Row(
            input: #"{"type":"Input.Text","id":"i","isRequired":true,"errorMessage":"Say it."}"#,
            value: nil,
            message: "Say it."
        ),
        Row(input: #"{"type":"Input.Text","id":"i","maxLength":2}"#, value: "ab", sent: "ab"),
        Row(
            input: #"{"type":"Input.Text","id":"i","maxLength":2}"#,
            value: "abc",
            message: "“i” must have at most 2 characters."
        ),
        Row(
            input: #"{"type":"Input.Text","id":"i","maxLength":1}"#,
            value: "😀",
            message: "“i” must have at most 1 characters."
        ),
        Row(
            input: #"{"type":"Input.Text","id":"i","regex":"(a+)+$"}"#,
            value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
            sent: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"
        ),
        Row(
            input: #"{"type":"Input.Text","id":"i"}"#,
            value: String(repeating: "x", count: 65_537),
            message: "“i” is too long."
        ),
        Row(input: #"{"type":"Input.Toggle","id":"i","title":"T"}"#, value: nil, sent: "false"),
        Row(input: #"{"type":"Input.Toggle","id":"i","title":"T"}"#, value: "true", sent: "true"),
        Row(input: #"{"type":"Input.Toggle","id":"i","valueOn":"1","valueOff":"0"}"#, value: "0", sent: "0"),
        Row(
            input: #"{"type":"Input.Toggle","id":"i","title":"T","valueOn":"1"}"#,
            value: "true",
            message: "“T” is neither on nor off."
        ),
        Row(
            input: #"{"type":"Input.Toggle","id":"i","title":"T","isRequired":true}"#,
            value: "false",
            message: "“T” must be on."
        ),
        Row(input: #"{"type":"Input.ChoiceSet","id":"i","choices":[{"value":"a"}]}"#, value: "a", sent: "a"),
        Row(input: #"{"type":"Input.ChoiceSet","id":"i","choices":[{"value":"a"}]}"#, value: "", sent: nil),
        Row(
            input: #"{"type":"Input.ChoiceSet","id":"i","choices":[{"value":"a"}]}"#,
            value: "b",
            message: "“i” is none of the choices."
        ),
        Row(
            input: #"{"type":"Input.ChoiceSet","id":"i","choices":[{"value":"a"},{"value":"b"}]}"#,
            value: "a,b",
            message: "“i” is none of the choices."
        ),
        Row(
            input: #"{"type":"Input.ChoiceSet","id":"i","isRequired":true,"choices":[{"value":"a"}]}"#,
            value: nil,
            message: "“i” is required."
        ),
        Row(
            input: #"{"type":"Input.ChoiceSet","id":"i","isMultiSelect":true,"choices":[{"value":"a"},{"value":"b"}]}"#,
            value: "b,b,a",
            sent: "a,b"
        ),
        Row(
            input:
                #"{"type":"Input.ChoiceSet","id":"i","isMultiSelect":true,"choices":[{"value":"a"},{"value":"a,b"},{"value":"c"}]}"#,
            value: "c,a,b",
            sent: "a,b,c"
        ),
        Row(
            input: #"{"type":"Input.ChoiceSet","id":"i","isMultiSelect":true,"choices":[{"value":"a"}]}"#,
            value: "a,,",
            message: "“i” is none of the choices."
        ),
        Row(input: #"{"type":"Odd","fallback":{"type":"Input.Text","id":"i"}}"#, value: "x", sent: "x"),
    ])
    func eachValueIsCheckedAsItsInputWantsIt(row: Row) throws { try check(row) }

    private static func date(_ value: String?, sent: String? = nil, message: String? = nil) -> Row {
        let input = #"{"type":"Input.Date","id":"i","label":"Day","min":"2026-11-21","max":"2027-01-31"}"#
        return Row(input: input, value: value, sent: sent, message: message)
    }

    private static func time(_ value: String?, sent: String? = nil, message: String? = nil) -> Row {
        let input = #"{"type":"Input.Time","id":"i","label":"Time","min":"09:00","max":"17:30"}"#
        return Row(input: input, value: value, sent: sent, message: message)
    }

    @Test(arguments: [
        date(nil), date(""), date("2026-11-21", sent: "2026-11-21"), date("2027-01-31", sent: "2027-01-31"),
        date("2026-12-31", sent: "2026-12-31"), date("2026-11-20", message: "“Day” must not be before 2026-11-21."),
        date("2027-02-01", message: "“Day” must not be after 2027-01-31."),
        date("2026-11-31", message: "“Day” is not a day."), date("2026-12-00", message: "“Day” is not a day."),
        date("2026-12-1", message: "“Day” is not a day."), date("12026-12-01", message: "“Day” is not a day."),
        date("2026-12-01T08:00", message: "“Day” is not a day."), date("２026-12-1", message: "“Day” is not a day."),
        date("2026:12:01", message: "“Day” is not a day."), date("+026-12-01", message: "“Day” is not a day."),
        date(" 2026-12-1", message: "“Day” is not a day."), date("2026-12-01\n", message: "“Day” is not a day."),
        Row(input: #"{"type":"Input.Date","id":"i"}"#, value: "1900-02-29", message: "“i” is not a day."),
        Row(input: #"{"type":"Input.Date","id":"i"}"#, value: "2000-02-29", sent: "2000-02-29"),
        Row(input: #"{"type":"Input.Date","id":"i"}"#, value: "0000-01-01", message: "“i” is not a day."),
        Row(input: #"{"type":"Input.Date","id":"i","isRequired":true}"#, value: nil, message: "“i” is required."),
        Row(
            input: #"{"type":"Input.Date","id":"i","isRequired":true,"errorMessage":"Choose a day."}"#,
            value: "tomorrow",
            message: "Choose a day."
        ),
        time(nil), time("09:00", sent: "09:00"), time("17:30", sent: "17:30"),
        time("08:59", message: "“Time” must not be before 09:00."),
        time("17:31", message: "“Time” must not be after 17:30."),
        time("24:00", message: "“Time” is not a time of day."), time("12:60", message: "“Time” is not a time of day."),
        time("9:00", message: "“Time” is not a time of day."),
        time("09:00:00", message: "“Time” is not a time of day."),
        time("09.00", message: "“Time” is not a time of day."), time("-9:00", message: "“Time” is not a time of day."),
        Row(input: #"{"type":"Input.Time","id":"i"}"#, value: "23:59", sent: "23:59"),
        Row(input: #"{"type":"Input.Time","id":"i"}"#, value: "00:00", sent: "00:00"),
        Row(input: #"{"type":"Input.Time","id":"i","isRequired":true}"#, value: "", message: "“i” is required."),
    ])
    func aDayAndATimeAreCheckedAgainstTheirRange(row: Row) throws { try check(row) }

    private func check(_ row: Row) throws {
        let card = try Card(parsing: #"{"type":"AdaptiveCard","body":[\#(row.input)]}"#.utf8)
        let values = row.value.map { ["i": $0] } ?? [:]
        do throws(InputErrors) {
            let payload = try SubmitPayload(card: card, data: nil, values: values)
            #expect(row.message == nil)
            #expect(payload.json == .object(row.sent.map { ["i": .string($0)] } ?? [:]))
        } catch {
            #expect(error.messages == row.message.map { ["i": $0] })
        }
    }

    @Test func everyMistakeIsTold() {
        let card = Card {
            TextInput(id: "z", label: "Z", isRequired: true)
            TextInput(id: "ok", isRequired: true)
            TextInput(id: "a", isRequired: true).hidden()
        }
        let errors = #expect(throws: InputErrors.self) {
            try SubmitPayload(card: card, data: nil, values: ["ok": "x"])
        }
        #expect(errors?.first == "z")
        #expect(errors?.messages == ["z": "“Z” is required.", "a": "“a” is required."])
    }

    @Test(.timeLimit(.minutes(10))) func aHostileChoiceTakesNoTime() throws {
        let choices = (0..<900).map { Choice("", value: String(repeating: ",", count: $0 % 3) + "a") }
        let card = Card { ChoiceSetInput(id: "i", choices: choices, isMultiSelect: true) }
        let value = String(repeating: ",", count: 60_000)
        #expect(throws: InputErrors.self) { try SubmitPayload(card: card, data: nil, values: ["i": value]) }
    }
}
