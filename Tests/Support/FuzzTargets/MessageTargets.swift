#if DEBUG
    @testable import DeviceSync
    import FoundationEssentials
    import MarkupAudit
    import ServerSentEvents

    extension FuzzTarget {
        /// Makes the body of a message safe: HTML, Markdown or plain text, as the first byte says.
        static let messageHTML = FuzzTarget("message-html") { input in
            let type: BodyType =
                switch input.first {
                case UInt8(ascii: "m"): .markdown
                case UInt8(ascii: "p"): .plain
                default: .html
                }
            let nodes = type.nodes(of: input.dropFirst())
            let document = BodyHTMLWriter.document(
                nodes,
                images: [:],
                hasOwnColors: BodyColors.areChosen(in: nodes),
                isMarkdown: type == .markdown
            )
            _ = BodyTextWriter.text(of: nodes)
            guard let start = document.firstRange(of: Array("<body dir=\"auto\">\n".utf8))?.upperBound,
                let end = document.firstRange(of: Array("\n</body></html>".utf8))?.lowerBound
            else { return "the document has no body" }
            return HTMLAudit(Array(document[start..<end]), rules: .message).mistakes.first
        }

        /// Translates an event of a cloud; its name is chosen by the first byte.
        static let cloudEvents = FuzzTarget("cloud-events") { input in
            let names = ["push", "inbox", "answered", "topic", "record"]
            let name = names[Int(input.first ?? 0) % names.count]
            let event = ServerSentEvent(id: "7", name: name, bytes: Array(input.dropFirst()))
            return translator.operations(for: event).isEmpty ? "the cursor does not advance" : nil
        }

        private static let translator = CloudEventTranslator(
            epoch: "e",
            isAppsAddress: { $0.hasPrefix("today-mail:") },
            appInfo: { _ in PushAppInfo(title: "Mail", schemes: ["today-mail"]) },
            now: Date(timeIntervalSince1970: 1_795_000_000)
        )
    }

    extension MarkupRules {
        /// The body of a message in its frame of its own.
        static let message = MarkupRules(
            tags: Set(SafeElement.allCases.map(\.rawValue)),
            void: Set(SafeElement.allCases.filter(\.isVoid).map(\.rawValue)),
            attributes: AttributeRule.names.union(["class", "rel", "target"]),
            addresses: ["http://", "https://", "mailto:", "tel:"],
            nestsLinks: true
        )
    }
#endif
