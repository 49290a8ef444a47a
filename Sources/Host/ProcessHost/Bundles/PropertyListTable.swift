import TodayProtocol

/// A dictionary of a property list, with typed look-ups that report values of a wrong type.
struct PropertyListTable {
    /// The file's name in reports.
    let file: String
    /// The path of keys to this dictionary, with a dot after each; empty for the outermost one.
    let prefix: String
    let values: [String: PropertyValue]
    let problems: BundleProblems

    func reported(_ key: String) -> String { prefix + key }

    func report(_ key: String, _ message: String, remedy: String) {
        problems.add(file: file, key: reported(key), message, remedy: remedy)
    }

    func refuse<Value>(_ key: String, _ message: String, remedy: String) -> Value? {
        report(key, message, remedy: remedy)
        return nil
    }

    /// Returns a string, or `nil` if it is missing, empty or of another type; the last two are reported.
    func string(_ key: String) -> String? {
        let string = read(key, values[key], "a string", "`<string>…</string>`") { value in
            if case .string(let string) = value { string } else { nil }
        }
        guard string != "" else { return refuse(key, "It is empty.", remedy: "Give it a value or leave the key out.") }
        return string
    }

    /// Returns a string; a missing one is reported too, with a remedy.
    func requiredString(_ key: String, remedy: String) -> String? {
        if values[key] == nil { report(key, "It is missing.", remedy: remedy) }
        return string(key)
    }

    /// Returns a Boolean, or `false` if it is missing or of another type, which is reported.
    func bool(_ key: String) -> Bool {
        read(key, values[key], "a boolean", "`<true/>` or `<false/>`") { value in
            if case .bool(let bool) = value { bool } else { nil }
        } ?? false
    }

    /// Returns an array's strings without duplicates; values of another type are reported.
    func strings(_ key: String) -> [String] {
        let strings = elements(of: key).compactMap { key, value in
            read(key, value, "a string that says something", "`<string>…</string>`") { value in
                if case .string(let string) = value, !string.isEmpty { string } else { nil }
            }
        }
        return strings.reduce(into: []) { found, string in if !found.contains(string) { found.append(string) } }
    }

    /// Returns a dictionary, or `nil` if it is missing or of another type, which is reported.
    func table(_ key: String) -> PropertyListTable? { table(key, values[key]) }

    /// Returns an array's dictionaries; values of another type are reported.
    func tables(_ key: String) -> [PropertyListTable] { elements(of: key).compactMap { table($0.key, $0.value) } }

    private func table(_ key: String, _ value: PropertyValue?) -> PropertyListTable? {
        read(key, value, "a dictionary", "`<dict>…</dict>`") { value in
            guard case .dictionary(let members) = value else { return nil }
            return PropertyListTable(file: file, prefix: "\(prefix)\(key).", values: members, problems: problems)
        }
    }

    /// Returns an array's elements with their keys for reports.
    private func elements(of key: String) -> [(key: String, value: PropertyValue)] {
        let elements = read(key, values[key], "an array", "`<array>…</array>`") { value in
            if case .array(let elements) = value { elements } else { nil }
        }
        return (elements ?? []).enumerated().map { ("\(key).\($0)", $1) }
    }

    /// Converts a value with `get`; reports one of another type, for which that returns `nil`.
    private func read<Value>(
        _ key: String,
        _ value: PropertyValue?,
        _ wanted: String,
        _ syntax: String,
        _ get: (PropertyValue) -> Value?
    ) -> Value? {
        guard let value else { return nil }
        return get(value) ?? refuse(key, "It is \(value.kind), not \(wanted).", remedy: "Write \(syntax).")
    }
}

extension PropertyValue {
    /// The value's type, as part of a sentence.
    fileprivate var kind: String {
        switch self {
        case .bool: "a boolean"
        case .integer: "an integer"
        case .real: "a real"
        case .string(let string): string.isEmpty ? "an empty string" : "a string"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .dictionary: "a dictionary"
        }
    }
}
