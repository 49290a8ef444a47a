import ArgumentParser

/// The names that the commands of `today defaults` take.
enum DefaultsNames {
    /// Refuses empty names.
    ///
    /// - Throws: A sentence that says which one is empty.
    static func check(group: String, key: String?) throws {
        guard !group.isEmpty else { throw ValidationError("GROUP is empty; name an app group.") }
        guard key != "" else { throw ValidationError("KEY is empty; every value of a group has a key with a name.") }
    }
}
