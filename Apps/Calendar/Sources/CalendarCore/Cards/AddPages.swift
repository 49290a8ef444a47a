import AddressLists
public import TodayKit

/// The pages that add calendars.
public struct AddPages: Sendable {
    private let texts: Texts

    /// Creates the pages.
    public init(_ texts: Texts) { self.texts = texts }

    /// Returns the form for an address or a file.
    ///
    /// - Parameter files: The names of the files in the folder that are not in the list yet.
    /// - Returns: The page.
    public func add(files: [String]) -> SceneContent {
        SceneContent(
            title: texts.addACalendar,
            card: Card {
                Container(style: .emphasis) {
                    TextInput(
                        id: CalendarEditor.Input.address,
                        label: texts.addressOrFile,
                        placeholder: "https://example.org/calendar.ics",
                        maxLength: EnteredText.addressLimit
                    )
                    TextInput(
                        id: CalendarEditor.Input.name,
                        label: texts.name,
                        placeholder: texts.nameHint,
                        maxLength: EnteredText.nameLimit
                    )
                    ActionSet { Action.submit(texts.add, CalendarAction.add, style: .positive) }
                }
                if !files.isEmpty {
                    TextBlock(texts.foundFiles, weight: .bolder, wrap: true).spacing(.large)
                    for file in files {
                        ActionSet { Action.perform(texts.addFile(file), CalendarAction.addFile(file)) }
                    }
                }
                TextBlock(texts.fileHint.escapedForCards, size: .small, isSubtle: true, wrap: true).spacing(.large)
            }
            .actions {
                Action.openURL(texts.addAnAccount, url: CalendarURL.account)
                Action.openURL(texts.manage, url: CalendarURL.list)
            }
        )
    }

    /// Returns the form for a CalDAV server.
    ///
    /// - Parameters:
    ///   - refused: What was entered before the server was refused.
    ///   - isAllowed: `true` if the person has allowed the server since.
    /// - Returns: The page.
    public func account(_ refused: CalendarURL.RefusedAccount? = nil, isAllowed: Bool = false) -> SceneContent {
        SceneContent(
            title: texts.addAnAccount,
            card: Card {
                if let refused, !isAllowed {
                    TextBlock(texts.notAllowedYet(refused.server).escapedForCards, wrap: true)
                    texts.permission.elements(refused.server)
                }
                Container(style: .emphasis) {
                    TextInput(
                        id: CalendarEditor.Input.address,
                        label: texts.server,
                        placeholder: "https://dav.example.org/",
                        value: refused?.address,
                        maxLength: EnteredText.addressLimit
                    )
                    TextInput(
                        id: CalendarEditor.Input.user,
                        label: texts.user,
                        value: refused?.user,
                        maxLength: CalendarEditor.loginLimit
                    )
                    TextInput(
                        id: CalendarEditor.Input.password,
                        label: texts.password,
                        maxLength: CalendarEditor.loginLimit,
                        style: .password
                    )
                    ActionSet { Action.submit(texts.findCalendars, CalendarAction.addAccount, style: .positive) }
                }
                TextBlock(texts.passwordHint, size: .small, isSubtle: true, wrap: true).spacing(.medium)
            }
            .actions { Action.openURL(texts.manage, url: CalendarURL.list) }
        )
    }
}
