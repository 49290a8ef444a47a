import JSON

/// The position of the next page in a query's results, with the first page's plan: another one has another order.
struct RecordQueryPosition {
    enum Plan: Hashable {
        /// All records of the type in the order in which they were first saved.
        case type
        /// The index of the field of a filter.
        case filter(Int)
        /// The index of the sort field.
        case sorted
        /// The records without the sort field, which follow those of ``sorted``.
        case unsorted
        /// All matching records, sorted in memory; found with the index of a filter, or by their type.
        case collected(Int?)
    }

    let plan: Plan
    /// The range in the index; 0 if there is only one.
    var range = 0
    /// The sort keys of the last record; `nil` for a field that it lacks.
    var keys: [FieldKey?] = []
    var record: Int64 = 0

    /// A text that ``init(text:)`` parses.
    var text: String {
        let plan: JSONValue =
            switch plan {
            case .type: ["t"]
            case .filter(let index): ["f", .integer(index)]
            case .sorted: ["s"]
            case .unsorted: ["u"]
            case .collected(let index): ["c", index.map { .integer($0) } ?? .null]
            }
        let keys = keys.map { key -> JSONValue in
            switch key {
            case .integer(let integer): .integer(Int(integer))
            case .real(let real): .real(real)
            case .text(let text): .string(text)
            case nil: .null
            }
        }
        return JSONValue.array([plan, .integer(range), .array(keys), .integer(Int(record))]).jsonText
    }

    init(plan: Plan) { self.plan = plan }

    init?(text: String) {
        guard let parts = (try? JSONValue(parsing: text, depthLimit: 4))?.arrayValue, parts.count == 4,
            let plan = parts[0].arrayValue, let range = parts[1].integerValue, range >= 0,
            let keys = parts[2].arrayValue, let record = parts[3].integerValue
        else { return nil }
        let index = plan.count > 1 ? plan[1].integerValue : nil
        switch (plan.first?.stringValue, index) {
        case ("t", nil): self.plan = .type
        case ("f", let index?): self.plan = .filter(index)
        case ("s", nil): self.plan = .sorted
        case ("u", nil): self.plan = .unsorted
        case ("c", let index): self.plan = .collected(index)
        default: return nil
        }
        self.range = range
        self.record = Int64(record)
        self.keys = keys.map { key in
            switch key {
            case .integer(let integer): .integer(Int64(integer))
            case .real(let real): .real(real)
            case .string(let text): .text(text)
            default: nil
            }
        }
    }
}
