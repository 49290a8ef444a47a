import Foundation
import TodayProtocol

/// Reads property lists without trusting them: binary ones with ``BinaryPropertyList``, and XML.
///
/// XML must follow Apple's DTD, "PropertyList-1.0". Old-style lists are refused, and so are internal DTD subsets and
/// custom entities. The nesting depth is limited, and is checked before the parser sees the text.
enum PropertyListFile {
    static func parse(_ bytes: [UInt8], depth: Int) throws(BundleMistake) -> [String: PropertyValue] {
        if case .dictionary(let values) = try outermostValue(bytes, depth: depth) { return values }
        throw BundleMistake(message: "Its outermost value is not a dictionary.", remedy: "Wrap the keys in `<dict>`.")
    }

    private static func outermostValue(_ bytes: [UInt8], depth: Int) throws(BundleMistake) -> PropertyValue? {
        if BinaryPropertyList.isBinary(bytes) { return try BinaryPropertyList.parse(bytes, depth: depth) }
        guard let first = bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }),
            first == UInt8(ascii: "<")
        else {
            throw BundleMistake(
                message: "It is not an XML property list, nor a binary one.",
                remedy: "Begin it with `<?xml version=\"1.0\"?>` and `<plist>`."
            )
        }
        guard bytes.count < 4 || String(validating: bytes, as: UTF8.self) != nil else {
            throw BundleMistake(message: "It is not UTF-8.", remedy: "Save it as UTF-8.")
        }
        try PropertyListValidator(limit: depth).check(bytes)
        let parsed: Any
        do {
            parsed = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
        } catch {
            throw malformed(reason(error))
        }
        return value(parsed)
    }

    fileprivate static func malformed(_ reason: String) -> BundleMistake {
        BundleMistake(message: "It is malformed: \(reason).", remedy: "Mend the XML; `plutil -lint` names the place.")
    }

    static func tooDeep(_ limit: Int) -> BundleMistake {
        BundleMistake(message: "Its values nest deeper than \(limit).", remedy: "Make it flatter.")
    }

    private static func reason(_ error: any Error) -> String {
        let details = (error as? CocoaError)?.userInfo[NSDebugDescriptionErrorKey] as? String
        let text = details ?? "the parser gave up"
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    private static func value(_ parsed: Any) -> PropertyValue? {
        switch parsed {
        // Foundation gives a boolean as Bool and a number as NSNumber, which would pass for a Bool too.
        case let value as Bool where type(of: parsed) == Bool.self: .bool(value)
        case let value as NSNumber:
            ["d", "f"].contains(String(cString: value.objCType)) ? .real(value.doubleValue) : .integer(value.intValue)
        case let value as String: .string(value)
        case let value as Date: .date(value)
        case let value as Data: .data(value)
        case let values as [Any]: .array(values.compactMap(value))
        case let values as [String: Any]: .dictionary(values.compactMapValues(value))
        default: nil
        }
    }
}

/// Checks the text of an XML property list before it is passed to the parser, whose recursion is unlimited.
struct PropertyListValidator {
    /// Maximum nesting depth of arrays and dictionaries.
    let limit: Int

    /// Checks the nesting depth of elements, and that the text has no document type or entities of its own.
    func check(_ bytes: [UInt8]) throws(BundleMistake) {
        var index = bytes.startIndex
        var depth = 0
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            let rest = bytes[open...]
            if starts(rest, "<!--") {
                index = try end(of: rest, after: "-->")
            } else if starts(rest, "<![CDATA[") {
                index = try end(of: rest, after: "]]>")
            } else if starts(rest, "<?") {
                index = try end(of: rest, after: "?>")
            } else {
                index = try end(of: rest, after: ">")
                let tag = bytes[open..<index]
                if starts(tag, "<!") {
                    guard !tag.contains(UInt8(ascii: "[")), starts(tag, "<!DOCTYPE") else {
                        throw BundleMistake(
                            message: "It brings a document type of its own.",
                            remedy: "Leave out everything but Apple's DOCTYPE line."
                        )
                    }
                } else if starts(tag, "</") {
                    depth -= 1
                } else if bytes[index - 2] != UInt8(ascii: "/") {
                    depth += 1
                }
                // The outermost `plist` and the innermost leaf do not count.
                guard depth <= limit + 2 else { throw PropertyListFile.tooDeep(limit) }
            }
        }
    }

    private func starts(_ bytes: ArraySlice<UInt8>, _ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes.starts(with: $0) }
    }

    private func end(of bytes: ArraySlice<UInt8>, after text: String) throws(BundleMistake) -> Int {
        let mark = Array(text.utf8)
        var index = bytes.startIndex
        while let candidate = bytes[index...].firstIndex(of: mark[0]) {
            if bytes[candidate...].starts(with: mark) { return candidate + mark.count }
            index = candidate + 1
        }
        throw PropertyListFile.malformed("a tag or comment does not end")
    }
}
