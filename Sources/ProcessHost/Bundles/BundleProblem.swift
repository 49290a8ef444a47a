/// One mistake in a bundle: where it is, what it is and how to mend it.
package struct BundleProblem: Codable, Hashable, Sendable {
    /// The file, relative to the bundle, such as `PlugIns/Weather.appex/Info.plist`; empty for the bundle itself.
    package var file: String
    /// The key in that file, such as `NSExtension.NSExtensionPointIdentifier`, if the mistake is in one.
    package var key: String?
    /// What is wrong, in one sentence.
    package var message: String
    /// What to do about it, in one sentence.
    package var mend: String

    /// Describes a mistake.
    package init(file: String, key: String? = nil, message: String, mend: String) {
        self.file = file
        self.key = key
        self.message = message
        self.mend = mend
    }
}

extension BundleProblem: CustomStringConvertible {
    /// The problem on one line: file, key, message and mend.
    package var description: String {
        let place = [file.isEmpty ? "the bundle" : file, key].compactMap(\.self).joined(separator: ", ")
        return "\(place): \(message) \(mend)"
    }
}
