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
    ///   - myLocation: The person's location, shown in the form.
    /// - Returns: The page.
    public static func page(_ list: PlaceList, myLocation: Coordinate?) -> SceneContent {
        let chosen = list.place(list.choice)
        return SceneContent(
            title: Texts.places,
            card: Card {
                Container(style: .emphasis) {
                    for place in list.places {
                        row(place, isChosen: place == chosen).separator(place != list.places.first)
                    }
                }
                addForm
                locationForm(myLocation)
            }
            .actions { Action.openURL(Texts.weather, url: WidgetCards.appURL) }
        )
    }

    private static func row(_ place: Place, isChosen: Bool) -> ColumnSet {
        let title = isChosen ? Texts.chosen(place.name) : Texts.choose(place.name)
        let choose = Action.perform(title, PlacesAction.choose(id: place.id))
        return ColumnSet {
            Column(selectAction: choose, verticalContentAlignment: .center, minHeight: rowHeight) {
                ColumnSet {
                    Column(width: .pixels(24), verticalContentAlignment: .center) {
                        if isChosen { TextBlock(Texts.checkMark, weight: .bolder, color: .accent) }
                    }
                    Column(verticalContentAlignment: .center) {
                        TextBlock(place.name.escapedForCards, weight: isChosen ? .bolder : nil, wrap: true)
                    }
                }
            }
            if place.kind == .own {
                Column(width: .auto, verticalContentAlignment: .center) {
                    ActionSet {
                        Action.perform(Texts.remove, PlacesAction.remove(id: place.id), style: .destructive)
                            .tooltip(Texts.removePlace(place.name))
                    }
                }
            }
        }
        .spacing(.none)
    }

    private static var addForm: Container {
        Container(style: .emphasis) {
            TextBlock(Texts.addAPlace, weight: .bolder)
            TextInput(
                id: PlaceForm.Input.name,
                label: Texts.name,
                placeholder: Texts.nameExample,
                maxLength: PlaceForm.nameLimit
            )
            coordinateInputs(PlaceForm.Input.latitude, PlaceForm.Input.longitude, nil)
            ActionSet { Action.submit(Texts.add, PlacesAction.add, style: .positive) }
        }
        .id("add").spacing(.large)
    }

    private static func locationForm(_ coordinate: Coordinate?) -> Container {
        Container(style: .emphasis) {
            TextBlock(Texts.myLocation, weight: .bolder)
            TextBlock(Texts.myLocationHint, isSubtle: true, wrap: true).spacing(.small)
            coordinateInputs(PlaceForm.Input.myLatitude, PlaceForm.Input.myLongitude, coordinate)
            ActionSet { Action.submit(Texts.setMyLocation, PlacesAction.locate) }
        }
        .id("locate").spacing(.large)
    }

    private static func coordinateInputs(_ latitude: String, _ longitude: String, _ value: Coordinate?) -> ColumnSet {
        ColumnSet {
            Column {
                TextInput(
                    id: latitude,
                    label: Texts.latitude,
                    placeholder: Texts.latitudeExample,
                    value: value.map { Coordinate.text($0.latitude) },
                    maxLength: 20
                )
            }
            Column {
                TextInput(
                    id: longitude,
                    label: Texts.longitude,
                    placeholder: Texts.longitudeExample,
                    value: value.map { Coordinate.text($0.longitude) },
                    maxLength: 20
                )
            }
        }
    }
}
