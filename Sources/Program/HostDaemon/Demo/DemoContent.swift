import AsyncPrimitives
import Foundation
import Host
import HostModel
import JSON
import ProcessHost
import TodayProtocol

/// The sample content of an app for `today demo`, from the file `Demo.json` in its bundle, or in `de.lproj` and its like.
///
/// In the file `{server}` stands for the URL of the demo's server, `{host}` for its address, and `{day+N}` and `{date+N}`
/// for the day in N days, as in `2026-11-30` and `20261130`.
struct DemoContent: Decodable, Sendable {
    /// A step that fills the app.
    enum Step: Decodable, Sendable {
        /// Lets the app reach the demo's server.
        case allowServer
        /// Lets the app notify in every way.
        case allowNotifications
        /// Sets a key of a group's shared defaults.
        case set(group: GroupID, key: String, value: PropertyValue)
        /// Performs the action with a label on a page of the app, or the one with the given data.
        case tap(url: String, label: String?, data: JSONValue?, inputs: [String: String]?)
        /// Notifies the person.
        case notify(title: String, body: String)
        /// Sends a message through the cloud inside the host.
        case message(title: String, subtitle: String, body: String)
    }

    /// The steps, in their order.
    var steps: [Step]
    /// The responses of the demo's server, by path.
    var responses: [String: String]?

    /// Reads the content of an app in a language, or else in that of the bundle; `nil` if it has none.
    init?(of bundle: String, language: String, server: String, now: Date, zone: TimeZone) throws(HostError) {
        let files = ["\(bundle)/\(language.prefix { $0 != "-" }).lproj/Demo.json", "\(bundle)/Demo.json"]
        let file = files.first { FileManager.default.fileExists(atPath: $0) }
        guard let file, let data = FileManager.default.contents(atPath: file) else { return nil }
        let text = Self.text(String(decoding: data, as: UTF8.self), server: server, now: now, zone: zone)
        do {
            self = try JSONValue(parsing: text).decode()
        } catch {
            throw HostError(.badBundle, "\(file) is not the content of a demo: \("\(error)")", cause: error)
        }
    }

    /// Replaces what stands for the server and for days.
    static func text(_ template: String, server: String, now: Date, zone: TimeZone) -> String {
        var text = template.replacing("{server}", with: "http://\(server)").replacing("{host}", with: server)
        for match in text.matches(of: /\{(day|date)([+-]\d{1,3})\}/).reversed() {
            let day = DemoTime(now, daysLater: Int(match.2) ?? 0, in: zone).day
            text.replaceSubrange(match.range, with: match.1 == "day" ? day : day.replacing("-", with: ""))
        }
        return text
    }
}

/// A time in the calendar of the person.
struct DemoTime {
    /// The day, as in `2026-11-30`.
    let day: String
    /// The hour of the day, from 0 to 23.
    let hour: Int

    init(_ date: Date, daysLater days: Int = 0, in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = calendar.date(byAdding: .day, value: days, to: date) ?? date
        let parts = calendar.dateComponents([.year, .month, .day, .hour], from: date)
        day = "\(parts.year ?? 0)-\(Self.digits(parts.month ?? 1))-\(Self.digits(parts.day ?? 1))"
        hour = parts.hour ?? 0
    }

    /// Writes a number with two digits.
    static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Fills a host with the sample content of apps, as a person would do it.
struct DemoFiller {
    var host: TodayHost
    var viewer: Viewer
    var server: DemoServer
    /// The paths of the apps' bundles.
    var bundles: [String]

    /// Performs the steps of all apps.
    ///
    /// - Throws: `HostError` for the first step that cannot be performed.
    func fill() async throws {
        await server.serving.wait()
        let zone = TimeZone(identifier: viewer.zone) ?? .gmt
        for bundle in bundles {
            let content = try DemoContent(
                of: bundle,
                language: viewer.language,
                server: server.address,
                now: Date(),
                zone: zone
            )
            guard let content else { continue }
            let app = try BundleReader().read(at: bundle).id
            server.answer(content.responses ?? [:])
            for step in content.steps { try await perform(step, of: app) }
        }
    }

    private func perform(_ step: DemoContent.Step, of app: AppID) async throws {
        switch step {
        case .allowServer: try await host.send(SetAllowedServerRequest(server.address, true, for: app))
        case .allowNotifications:
            let options: Set<NotificationAuthorizationOption> = [.alert, .badge, .sound]
            try await host.send(SetNotificationSettingsRequest(.authorized, allowed: options, of: app))
        case .set(let group, let key, let value): try await host.send(SetDefaultRequest(value, for: key, in: group))
        case .tap(let url, let label, let data, let inputs):
            try await tap(url: url, label: label, data: data, inputs: inputs)
        case .notify(let title, let body):
            let content = NotificationContent(title: .text(title), body: .text(body))
            _ = try await host.send(PostNotificationRequest(ScriptNotification(content: content)))
        case .message(let title, let subtitle, let body):
            let keys = try await host.send(GetSenderKeysRequest())
            let sender = MessageSender(url: keys.url, appKey: keys.appKey, masterSecret: keys.masterSecret)
            let content = OutgoingMessage.Content(type: .plain, text: body)
            _ = try await sender.send(OutgoingMessage(title: title, subtitle: subtitle, content: content))
        }
    }

    private func tap(url: String, label: String?, data: JSONValue?, inputs: [String: String]?) async throws {
        var (verb, data) = (nil as String?, data)
        if let label {
            let scene = try await host.send(GetSceneRequest(url: url, viewer: viewer))
            guard let action = Self.action(label, in: try JSONValue(encoding: scene.card)) else {
                throw HostError(.notFound, "No action of \(url) has the label “\(label)”.")
            }
            (verb, data) = (action["verb"]?.stringValue, action["data"])
        }
        let tap = Tap(
            id: TapID(UUID().uuidString),
            target: .scene(url: url),
            verb: verb,
            data: data ?? [:],
            inputs: inputs ?? [:]
        )
        let outcome = try await host.send(PerformTapRequest(tap, viewer: viewer))
        guard case .done = outcome else { throw HostError(.invalid, "A tap on \(url) failed: \("\(outcome)")") }
    }

    /// Finds the action with a title, a tooltip or an element of this text in the JSON of a card; the innermost counts.
    private static func action(_ label: String, in json: JSONValue) -> JSONValue? {
        if let list = json.arrayValue { return list.lazy.compactMap { action(label, in: $0) }.first }
        guard let object = json.objectValue else { return nil }
        if object["type"]?.stringValue?.hasPrefix("Action.") == true {
            return [object["title"]?.stringValue, object["tooltip"]?.stringValue].contains(label) ? json : nil
        }
        for (_, value) in object.sorted(by: { $0.key < $1.key }) {
            if let found = action(label, in: value) { return found }
        }
        return object["selectAction"].flatMap { texts(of: json).contains(label) ? $0 : nil }
    }

    private static func texts(of json: JSONValue) -> [String] {
        if let list = json.arrayValue { return list.flatMap(texts(of:)) }
        guard let object = json.objectValue else { return [] }
        return [object["text"]?.stringValue].compactMap(\.self) + object.values.flatMap(texts(of:))
    }
}
