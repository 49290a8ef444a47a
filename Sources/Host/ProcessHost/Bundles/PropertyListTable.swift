import TodayProtocol

/// A dictionary of a property list, with typed look-ups that report values of a wrong type.
struct PropertyListTable {
    /// The file's name in reports.
    let file: String
    /// The path of keys to this dictionary, with a dot after each; empty for the outermost one.
    let prefix: String
    let values: [String: PropertyValue]

    /// Returns the full path of a key for reports.
    func reported(_ key: String) -> String { prefix + key }

    /// Reports a problem with a key's value.
    func report(_ key: String, _ message: String, remedy: String, _ problems: inout BundleProblems) {
        problems.add(file: file, key: reported(key), message, remedy: remedy)
    }

    /// Returns a string, or `nil` if it is missing, empty or of another type; the last two are reported.
    func string(_ key: String, _ problems: inout BundleProblems) -> String? {
        guard let value = values[key] else { return nil }
        guard case .string(let string) = value else {
            report(key, "It is \(value.kind), not a string.", remedy: "Write `<string>…</string>`.", &problems)
            return nil
        }
        guard !string.isEmpty else {
            report(key, "It is empty.", remedy: "Give it a value or leave the key out.", &problems)
            return nil
        }
        return string
    }

    /// Returns a string; a missing one is reported too, with a remedy.
    func requiredString(_ key: String, remedy: String, _ problems: inout BundleProblems) -> String? {
        if values[key] == nil { report(key, "It is missing.", remedy: remedy, &problems) }
        return string(key, &problems)
    }

    /// Returns a Boolean, or `false` if it is missing or of another type, which is reported.
    func bool(_ key: String, _ problems: inout BundleProblems) -> Bool {
        guard let value = values[key] else { return false }
        guard case .bool(let bool) = value else {
            report(key, "It is \(value.kind), not a boolean.", remedy: "Write `<true/>` or `<false/>`.", &problems)
            return false
        }
        return bool
    }

    /// Returns an array's strings without duplicates; values of another type are reported.
    func strings(_ key: String, _ problems: inout BundleProblems) -> [String] {
        var found: [String] = []
        for (index, value) in array(key, &problems).enumerated() {
            guard case .string(let string) = value, !string.isEmpty else {
                report(
                    "\(key).\(index)",
                    "It is \(value.kind), not a string that says something.",
                    remedy: "Write `<string>…</string>`.",
                    &problems
                )
                continue
            }
            if !found.contains(string) { found.append(string) }
        }
        return found
    }

    /// Returns a dictionary, or `nil` if it is missing or of another type, which is reported.
    func table(_ key: String, _ problems: inout BundleProblems) -> PropertyListTable? {
        guard let value = values[key] else { return nil }
        guard case .dictionary(let members) = value else {
            report(key, "It is \(value.kind), not a dictionary.", remedy: "Write `<dict>…</dict>`.", &problems)
            return nil
        }
        return PropertyListTable(file: file, prefix: "\(prefix)\(key).", values: members)
    }

    /// Returns an array's dictionaries; values of another type are reported.
    func tables(_ key: String, _ problems: inout BundleProblems) -> [PropertyListTable] {
        var found: [PropertyListTable] = []
        for (index, value) in array(key, &problems).enumerated() {
            guard case .dictionary(let members) = value else {
                report(
                    "\(key).\(index)",
                    "It is \(value.kind), not a dictionary.",
                    remedy: "Write `<dict>…</dict>`.",
                    &problems
                )
                continue
            }
            found.append(PropertyListTable(file: file, prefix: "\(prefix)\(key).\(index).", values: members))
        }
        return found
    }

    private func array(_ key: String, _ problems: inout BundleProblems) -> [PropertyValue] {
        guard let value = values[key] else { return [] }
        guard case .array(let elements) = value else {
            report(key, "It is \(value.kind), not an array.", remedy: "Write `<array>…</array>`.", &problems)
            return []
        }
        return elements
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
