public import TodayKit

/// The app's second page: the places, with forms to add a place and to set the person's location.
public enum PlacesPage {
    /// The page's URL.
    public static let url = "today-weather://places"
    /// The height of a row that can be tapped with a finger.
    private static let rowHeight = 40

    /// Returns the page.
    ///
    /// - Parameters:
    ///   - list: The places.
    ///   - texts: The texts of the surface's language.
    ///   - myLocation: The person's location, shown in the form.
    /// - Returns: The page.
    public static func page(_ list: PlaceList, _ texts: Texts, myLocation: Coordinate?) -> SceneContent {
        let chosen = list.place(list.choice)
        return SceneContent(
            title: texts.places,
            card: Card {
                Container(style: .emphasis) {
                    for place in list.places {
                        row(place, texts, isChosen: place == chosen).separator(place != list.places.first)
                    }
                }
                addForm(texts)
                locationForm(myLocation, texts)
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
            if place.kind == .own {
                Column(width: .auto, verticalContentAlignment: .center) {
                    ActionSet {
                        Action.perform(texts.remove, PlacesAction.remove(id: place.id), style: .destructive)
                            .tooltip(texts.removePlace(name))
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
            coordinateInputs(PlaceForm.Input.latitude, PlaceForm.Input.longitude, nil, texts)
            ActionSet { Action.submit(texts.add, PlacesAction.add, style: .positive) }
        }
        .id("add").spacing(.large)
    }

    private static func locationForm(_ coordinate: Coordinate?, _ texts: Texts) -> Container {
        Container(style: .emphasis) {
            TextBlock(texts.myLocation, weight: .bolder)
            TextBlock(texts.myLocationHint, isSubtle: true, wrap: true).spacing(.small)
            coordinateInputs(PlaceForm.Input.myLatitude, PlaceForm.Input.myLongitude, coordinate, texts)
            ActionSet { Action.submit(texts.setMyLocation, PlacesAction.locate) }
        }
        .id("locate").spacing(.large)
    }

    private static func coordinateInputs(
        _ latitude: String,
        _ longitude: String,
        _ value: Coordinate?,
        _ texts: Texts
    ) -> ColumnSet {
        ColumnSet {
            Column {
                TextInput(
                    id: latitude,
                    label: texts.latitude,
                    placeholder: texts.latitudeExample,
                    value: value.map { texts.decimal(Coordinate.text($0.latitude)) },
                    maxLength: 20
                )
            }
            Column {
                TextInput(
                    id: longitude,
                    label: texts.longitude,
                    placeholder: texts.longitudeExample,
                    value: value.map { texts.decimal(Coordinate.text($0.longitude)) },
                    maxLength: 20
                )
            }
        }
    }
}
