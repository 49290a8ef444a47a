#if DEBUG
    @testable import AirshipAPI
    import CloudCore
    @testable import CloudKitAPI
    import Foundation
    import HTTPTypes
    import JSON
    import NIOCore
    @testable import NtfyAPI

    extension FuzzTarget {
        private static let now = Date(timeIntervalSince1970: 1_795_000_000)

        private static let calendar: Calendar = {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            return calendar
        }()

        /// Reads what publishes a message to a topic: the short form of actions, delays, encoded words, a query and JSON.
        static let ntfy = FuzzTarget("ntfy") { input in
            let text = String(decoding: input, as: UTF8.self)
            if let actions = try? ActionListParser.parse(text), actions.count > ActionDraft.limit {
                return "\(actions.count) actions"
            }
            let delays = DelayParser(calendar: calendar)
            _ = EncodedWord.decode(text)
            _ = delays.date(text, now: now)
            var fields = RequestParameters(headers: [:], query: QueryItems(text))
            var body: PublicationJSON?
            if let json = try? LenientJSON.parse(input, depthLimit: BodyReader.depthLimit) {
                body = try? PublicationJSON(json, &fields)
            }
            let publication = try? Publication(
                fields,
                topic: body?.topic ?? "",
                actions: body?.actions,
                now: now,
                delays: delays
            )
            guard let date = publication?.date else { return nil }
            return Publication.delays.contains(date.timeIntervalSince(now).rounded(.up)) ? nil : "a delay until \(date)"
        }

        /// Reads the bodies of Airship's requests, and a list as CSV.
        static let airship = FuzzTarget("airship") { input in
            var rows = CSVReader(ByteBuffer(bytes: input))
            while (try? rows.next()) != nil {}
            guard let json = try? JSONValue(parsing: input, depthLimit: BodyReader.depthLimit) else { return nil }
            let node = BodyNode(json, path: "")
            let pushes = try? node.oneOrMore(limit: PushParser.limit).map { try PushParser.parse($0, now: now) }
            if let pushes, !(1...PushParser.limit).contains(pushes.count) { return "\(pushes.count) pushes" }
            _ = try? ScheduleParser(now: now).parse(node)
            _ = try? ChannelPayload(node)
            _ = try? TagParser.change(node)
            _ = try? SubscriptionParser.change(node)
            _ = try? AttributeParser.changes(node)
            _ = try? AttributeSelectorParser.parse(node)
            return nil
        }

        /// Reads the bodies of CloudKit's requests.
        static let cloudKit = FuzzTarget("cloudkit") { input in
            guard let json = try? RequestBodyReader.json(ByteBuffer(bytes: input)) else { return nil }
            _ = try? OperationParser.operations(json)
            _ = try? json.resultsLimit(atMost: 200)
            return nil
        }
    }
#endif
