package import AdaptiveCards
import Foundation
import HostModel
import HostStorage
import JSON
import ProcessHost
package import TodayProtocol
import TodayScreen

/// Asks for the card with which a person configures an instance of a widget.
///
/// Fails with `notFound` if there is no such instance, or if its widget has no configuration.
package struct GetWidgetConfigurationRequest: HostRequest {
    /// The instance.
    package var widget: WidgetID
    /// The language of the person, a BCP 47 tag.
    package var language: String
    /// The values for the inputs in place of those in force: the rejected values that the person entered.
    package var values: [String: String]?

    package init(of widget: WidgetID, language: String, values: [String: String]? = nil) {
        self.widget = widget
        self.language = language
        self.values = values
    }

    package func reply(from host: TodayHost) async throws -> WidgetConfiguration {
        let found = try host.requireConfiguration(of: widget, language: language)
        let places = try await host.components.store.durable.read { try $0.screenWidgets() }
        let values = self.values ?? places.first { $0.widget == widget }?.configuration
        let card = try await host.offeringStoredChoices(found.card, of: found.widget)
        return WidgetConfiguration(
            widget: widget,
            app: found.app.id,
            title: found.widget.title(of: widget).text(in: language),
            card: try host.card(values.map { card.settingInputs(to: $0) } ?? card, of: found.widget)
        )
    }
}

/// The configuration of an instance of a widget.
package struct WidgetConfiguration: Sendable {
    /// The instance.
    package var widget: WidgetID
    package var app: AppID
    /// Its name in the viewer's language.
    package var title: String
    /// The card, whose inputs have the values in force.
    package var card: Card

    package init(widget: WidgetID, app: AppID, title: String, card: Card) {
        self.widget = widget
        self.app = app
        self.title = title
        self.card = card
    }
}

/// Configures an instance of a widget, which is then updated.
///
/// Fails with `invalid` and the messages of the card's inputs if a value is missing or wrong.
package struct ConfigureWidgetRequest: HostRequest {
    /// The largest total size of the ids and values of all inputs, in bytes of UTF-8.
    package static let byteLimit = 16 * 1_024

    /// The instance.
    package var widget: WidgetID
    /// The values of the inputs by their ids; unknown ids are ignored, and a missing switch is off.
    package var values: [String: String]
    /// The language of the person, a BCP 47 tag.
    package var language: String

    package init(_ widget: WidgetID, values: [String: String], language: String) {
        self.widget = widget
        self.values = values
        self.language = language
    }

    package func reply(from host: TodayHost) async throws {
        let found = try host.requireConfiguration(of: widget, language: language)
        guard values.reduce(0, { $0 + $1.key.utf8.count + $1.value.utf8.count }) <= Self.byteLimit else {
            throw HostError(.invalid, .configurationTooLarge(Self.byteLimit))
        }
        let card = try host.card(
            await host.offeringStoredChoices(found.card, of: found.widget),
            of: found.widget
        )
        let payload: SubmitPayload
        do { payload = try SubmitPayload(card: card, data: nil, values: values) } catch {
            throw HostError(.invalid, .text(error.description))
        }
        let checked: [String: String] = try payload.json.decode()
        try await host.components.store.durable.commit(.screen(.configure(widget, checked)), origin: .person)
        try await host.components.catalog.refresh()
    }
}

extension TodayHost {
    /// Returns an instance's app and manifest, and the JSON of the card that configures it.
    fileprivate func requireConfiguration(
        of widget: WidgetID,
        language: String
    ) throws(HostError) -> (app: HostedApp, widget: WidgetManifest, card: JSONValue) {
        guard let (app, _) = components.registry.widget(widget), let manifest = app.manifest.widget(widget.bundle)
        else {
            throw HostError(.notFound, .noSuchWidget(widget.rawValue))
        }
        guard let file = manifest.configurationCard else {
            throw HostError(.notFound, .nothingToConfigure(manifest.name.fallback))
        }
        let folder = "\(app.path)/\(manifest.folder)"
        var tag = language[...]
        while !tag.isEmpty {
            if let card = Self.card(at: "\(folder)/\(tag).lproj/\(file)") { return (app, manifest, card) }
            tag = tag.lastIndex(of: "-").map { tag[..<$0] } ?? ""
        }
        guard let card = Self.card(at: "\(folder)/\(file)") else {
            throw HostError(
                .badBundle,
                .bundleUnreadable("\(manifest.folder)/\(file)", app: app.manifest.name.fallback)
            )
        }
        return (app, manifest, card)
    }

    /// Returns the card with the choices that it takes from shared defaults of the widget's groups.
    fileprivate func offeringStoredChoices(_ card: JSONValue, of widget: WidgetManifest) async throws -> JSONValue {
        let groups = widget.entitlements.groups
        return try await components.store.durable.read { reader in
            try card.addingChoices { dataset in
                guard let slash = dataset.firstIndex(of: "/") else { return [] }
                let group = GroupID(String(dataset[..<slash]))
                guard groups.contains(group) else { return [] }
                let key = String(dataset[dataset.index(after: slash)...])
                guard case .array(let entries)? = try reader.defaultsEntry(for: key, of: group)?.value else {
                    return []
                }
                return entries.compactMap { entry in
                    switch entry {
                    case .string(let name): name
                    case .dictionary(let members):
                        if case .string(let name)? = members["name"] { name } else { nil }
                    default: nil
                    }
                }
            }
        }
    }

    private static func card(at path: String) -> JSONValue? {
        // The language comes from the person's browser and may hold anything.
        guard !path.contains("/../"), let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        return try? JSONValue(parsing: data)
    }

    fileprivate func card(_ json: JSONValue, of widget: WidgetManifest) throws(HostError) -> Card {
        do { return try Card(json: json) } catch {
            throw HostError(.badBundle, "The configuration of \(widget.name.fallback) cannot be shown: \(error)")
        }
    }
}

extension JSONValue {
    /// The largest number of choices that one choice set may take from shared defaults.
    private static let storedChoiceLimit = 100

    /// Returns the card with the names of the datasets that its choice sets refer to in `choices.data` as choices
    /// instead of it.
    func addingChoices(_ names: (String) throws -> [String]) rethrows -> JSONValue {
        switch self {
        case .object(var members):
            members = try members.mapValues { try $0.addingChoices(names) }
            if self["type"]?.stringValue == "Input.ChoiceSet",
                let dataset = self["choices.data"]?["dataset"]?.stringValue
            {
                var choices = self["choices"]?.arrayValue ?? []
                for name in try names(dataset).prefix(Self.storedChoiceLimit)
                where !choices.contains(where: { $0["value"]?.stringValue == name }) {
                    choices.append(.object(["title": .string(CardEscaping.escaped(name)), "value": .string(name)]))
                }
                members["choices"] = .array(choices)
                members["choices.data"] = nil
            }
            return .object(members)
        case .array(let elements): return .array(try elements.map { try $0.addingChoices(names) })
        default: return self
        }
    }

    /// Returns the card with other values in its inputs; an input that has none among them is empty.
    fileprivate func settingInputs(to values: [String: String]) -> JSONValue {
        switch self {
        case .object(var members):
            members = members.mapValues { $0.settingInputs(to: values) }
            if self["type"]?.stringValue?.hasPrefix("Input.") == true, let id = self["id"]?.stringValue {
                members["value"] = values[id].map { .string($0) }
            }
            return .object(members)
        case .array(let elements): return .array(elements.map { $0.settingInputs(to: values) })
        default: return self
        }
    }
}
