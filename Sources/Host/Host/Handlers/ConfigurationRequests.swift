import AdaptiveCards
import Foundation
import HostModel
import HostStorage
import JSON
import ProcessHost
import TodayProtocol
import TodayScreen

extension GetWidgetConfigurationRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> WidgetConfiguration {
        let found = try host.requireConfiguration(of: widget, language: language)
        let places = try await host.store.read { try $0.screenWidgets() }
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

extension GetWidgetValuesRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [String: String] {
        try host.registry.requireWidget(widget)
        return try await host.store.read { try $0.screenWidgets() }.first { $0.widget == widget }?.configuration ?? [:]
    }
}

extension ConfigureWidgetRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let found = try host.requireConfiguration(of: widget, language: language)
        guard values.reduce(0, { $0 + $1.key.utf8.count + $1.value.utf8.count }) <= Self.byteLimit else {
            throw HostError(.invalid, .configurationTooLarge(Self.byteLimit))
        }
        let card = try host.card(await host.offeringStoredChoices(found.card, of: found.widget), of: found.widget)
        let payload: SubmitPayload
        do { payload = try SubmitPayload(card: card, data: nil, values: values) } catch {
            throw HostError(.invalid, .text(error.description))
        }
        let checked: [String: String] = try payload.json.decode()
        try await host.store.commit(.screen(.configure(widget, checked)), origin: .person)
        try await host.catalog.refresh()
    }
}

extension TodayHost {
    fileprivate func requireConfiguration(
        of widget: WidgetID,
        language: String
    ) throws(HostError) -> (app: HostedApp, widget: WidgetManifest, card: JSONValue) {
        let app = try registry.requireWidget(widget).app
        guard let manifest = app.manifest.widget(widget.bundle) else {
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
        return try await store.read { reader in
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
    private static let storedChoiceLimit = 100

    /// Returns the card with the choices of the datasets in `choices.data`.
    func addingChoices(_ names: (String) throws -> [String]) rethrows -> JSONValue {
        try changingObjects { members in
            guard members["type"]?.stringValue == "Input.ChoiceSet",
                let dataset = members["choices.data"]?["dataset"]?.stringValue
            else { return }
            var choices = members["choices"]?.arrayValue ?? []
            for name in try names(dataset).prefix(Self.storedChoiceLimit)
            where !choices.contains(where: { $0["value"]?.stringValue == name }) {
                choices.append(.object(["title": .string(CardEscaping.escaped(name)), "value": .string(name)]))
            }
            members["choices"] = .array(choices)
            members["choices.data"] = nil
        }
    }

    /// Returns the card with other values in its inputs; an input that has none among them is empty.
    fileprivate func settingInputs(to values: [String: String]) -> JSONValue {
        changingObjects { members in
            if members["type"]?.stringValue?.hasPrefix("Input.") == true, let id = members["id"]?.stringValue {
                members["value"] = values[id].map { .string($0) }
            }
        }
    }

    /// Returns the value after a change of each object in it, the innermost first.
    private func changingObjects(_ change: (inout [String: JSONValue]) throws -> Void) rethrows -> JSONValue {
        switch self {
        case .object(var members):
            members = try members.mapValues { try $0.changingObjects(change) }
            try change(&members)
            return .object(members)
        case .array(let elements): return .array(try elements.map { try $0.changingObjects(change) })
        default: return self
        }
    }
}
