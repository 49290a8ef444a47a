import AddressLists
public import TodayKit

/// The app's page: the services, where they are added, ordered and removed.
public struct ServicesPage: Sendable {
    /// The page's URL.
    public static let url = "today-services://"

    private let texts: Texts
    private let rows: ServiceRows

    /// Creates the page for the language and the time of a request.
    public init(_ texts: Texts, _ dates: StateDates) {
        self.texts = texts
        rows = ServiceRows(texts: texts, dates: dates)
    }

    /// Returns the page.
    public func page(_ statuses: [ServiceStatus]) -> SceneContent {
        SceneContent(
            title: texts.services,
            card: Card {
                if statuses.isEmpty {
                    TextBlock(texts.noServices, isSubtle: true, wrap: true)
                } else {
                    Container(style: .emphasis) {
                        for (index, status) in statuses.enumerated() {
                            rows.row(status, menu: menu(status.service, index, statuses.count)).separator(index > 0)
                            Container { rows.remedy(status) }.spacing(.none)
                        }
                    }
                    ActionSet { Action.perform(texts.check, ServicesAction.check) }
                }
                form
            }
        )
    }

    private func menu(_ service: SavedService, _ index: Int, _ count: Int) -> ActionSet {
        ActionSet {
            if index > 0 {
                Action.perform(
                    texts.moveUp(service.title),
                    ServicesAction.move(address: service.address, to: index - 1)
                )
                .mode(.secondary)
            }
            if index + 1 < count {
                Action.perform(
                    texts.moveDown(service.title),
                    ServicesAction.move(address: service.address, to: index + 1)
                )
                .mode(.secondary)
            }
            Action.perform(texts.remove, ServicesAction.remove(address: service.address), style: .destructive)
                .tooltip(texts.removeService(service.title)).mode(.secondary)
        }
    }

    private var form: Container {
        texts.form.container(
            title: texts.addAService,
            example: "https://example.org/",
            nameHint: texts.nameHint,
            submit: .submit(texts.add, ServicesAction.add, style: .positive)
        )
    }
}
