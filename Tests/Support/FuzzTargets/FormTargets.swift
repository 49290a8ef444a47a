#if DEBUG
    import HTTPServing

    extension FuzzTarget {
        /// Reads a form of a browser; the same parts, written as a browser writes them, are read again.
        static let forms = FuzzTarget("forms") { input in
            let type = "multipart/form-data; boundary=B"
            guard let form = try? MultipartForm(input, contentType: type) else { return nil }
            guard form.parts.count <= MultipartForm.partLimit else { return "there are too many parts" }
            let size = form.parts.reduce(0) { $0 + $1.content.count }
            guard size <= input.count else { return "the parts are larger than the form" }
            var written: [UInt8] = []
            for part in form.parts {
                let file = part.fileName.map { "; filename=\"\(escaped($0))\"" } ?? ""
                let header = "--B\r\nContent-Disposition: form-data; name=\"\(escaped(part.name))\"\(file)\r\n\r\n"
                written += Array(header.utf8) + part.content + Array("\r\n".utf8)
            }
            written += Array("--B--\r\n".utf8)
            guard let again = try? MultipartForm(written, contentType: type) else {
                return "what was written is not read"
            }
            return again.parts == form.parts ? nil : "\(form.parts) became \(again.parts)"
        }

        private static func escaped(_ name: String) -> String {
            name.unicodeScalars.map { scalar in
                switch scalar {
                case "\"": "%22"
                case "\r": "%0D"
                case "\n": "%0A"
                default: String(scalar)
                }
            }.joined()
        }
    }
#endif
