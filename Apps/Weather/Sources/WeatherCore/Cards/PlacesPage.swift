public import TodayKit

/// The app's second page: the places, with a form to add a place.
public enum PlacesPage {
    /// The page's URL.
    public static let url = "today-weather://places"
    /// The height of a row that can be tapped with a finger.
    private static let rowHeight = 40

    /// Returns the URL of the page with the places whose names begin with a text.
    static func url(finding text: String) -> String { "\(url)?\(PlaceSearch.input)=\(text.escapedForURLs)" }

    /// Returns the page.
    ///
    /// - Parameters:
    ///   - list: The places.
    ///   - texts: The texts of the surface's language.
    ///   - found: What a search found, if there was one.
    /// - Returns: The page.
    public static func page(_ list: PlaceList, _ texts: Texts, found: FoundPlaces? = nil) -> SceneContent {
        SceneContent(
            title: texts.places,
            card: Card {
                Container(style: .emphasis) {
                    for place in list.places {
                        row(place, texts, isChosen: place.id == list.choice?.id).separator(place != list.places.first)
                    }
                }
                TextBlock(texts.myLocationHint, isSubtle: true, wrap: true).spacing(.small)
                SearchSection.section(found, texts)
                addForm(texts)
            }
            .actions { Action.openURL(texts.weather, url: WidgetCards.appURL) }
        )
    }

    private static func row(_ place: Place, _ texts: Texts, isChosen: Bool) -> ColumnSet {
        let name = texts.name(of: place)
        let title = isChosen ? texts.chosen(name) : texts.choose(name)
        let choose = Action.perform(title, PlacesAction.choose(id: place.id))
        return ColumnSet {
            Column(selectAction: choose, verticalContentAlignment: .center, minHeight: rowHeight) {
                ColumnSet {
                    Column(width: .pixels(24), verticalContentAlignment: .center) {
                        if isChosen { TextBlock(Texts.checkMark, weight: .bolder, color: .accent) }
                    }
                    Column(verticalContentAlignment: .center) {
                        TextBlock(name.escapedForCards, weight: isChosen ? .bolder : nil, wrap: true)
                    }
                }
            }
            if place.kind != .myLocation {
                Column(width: .auto, verticalContentAlignment: .center) {
                    ActionSet {
                        Action.perform(texts.remove, PlacesAction.remove(id: place.id), style: .destructive)
                            .tooltip(texts.removePlace(name)).mode(.secondary)
                    }
                }
            }
        }
        .spacing(.none)
    }

    private static func addForm(_ texts: Texts) -> Container {
        Container(style: .emphasis) {
            TextBlock(texts.addAPlace, weight: .bolder)
            TextInput(
                id: PlaceForm.Input.name,
                label: texts.name,
                placeholder: texts.nameExample,
                maxLength: PlaceForm.nameLimit
            )
            coordinateInputs(texts)
            ActionSet { Action.submit(texts.add, PlacesAction.add, style: .positive) }
        }
        .id("add").spacing(.large)
    }

    private static func coordinateInputs(_ texts: Texts) -> ColumnSet {
        ColumnSet {
            Column {
                TextInput(
                    id: PlaceForm.Input.latitude,
                    label: texts.latitude,
                    placeholder: texts.latitudeExample,
                    maxLength: 20
                )
            }
            Column {
                TextInput(
                    id: PlaceForm.Input.longitude,
                    label: texts.longitude,
                    placeholder: texts.longitudeExample,
                    maxLength: 20
                )
            }
        }
    }
}
