/// Looks over the text of an XML property list before the parser does, whose recursion knows no limit.
struct PropertyListNesting {
    /// How many arrays and dictionaries may lie within one another.
    let limit: Int

    /// Checks how deep the elements nest, and that the text brings no document type or entities of its own.
    func check(_ bytes: [UInt8]) throws(PropertyListFile.Failure) {
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
                        throw PropertyListFile.Failure(
                            message: "It brings a document type of its own.",
                            mend: "Leave out everything but Apple's DOCTYPE line."
                        )
                    }
                } else if starts(tag, "</") {
                    depth -= 1
                } else if bytes[index - 2] != UInt8(ascii: "/") {
                    depth += 1
                }
                // The outermost `plist` and the innermost leaf are no values that nest.
                guard depth <= limit + 2 else {
                    throw PropertyListFile.Failure(
                        message: "Its values nest deeper than \(limit).",
                        mend: "Make it flatter."
                    )
                }
            }
        }
    }

    private func starts(_ bytes: ArraySlice<UInt8>, _ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes.starts(with: $0) }
    }

    private func end(of bytes: ArraySlice<UInt8>, after text: String) throws(PropertyListFile.Failure) -> Int {
        let mark = Array(text.utf8)
        var index = bytes.startIndex
        while let candidate = bytes[index...].firstIndex(of: mark[0]) {
            if bytes[candidate...].starts(with: mark) { return candidate + mark.count }
            index = candidate + 1
        }
        throw PropertyListFile.Failure(
            message: "It is malformed: a tag or comment does not end.",
            mend: "Mend the XML; `plutil -lint` names the place."
        )
    }
}
