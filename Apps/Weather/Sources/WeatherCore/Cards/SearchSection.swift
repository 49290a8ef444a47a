import TodayKit

/// The part of the page of places that finds places by their names.
enum SearchSection {
    /// Returns the field, with what was found.
    @CardBuilder<CardElement>
    static func section(_ found: FoundPlaces?, _ texts: Texts) -> [CardElement] {
        Container(style: .emphasis) {
            TextInput(
                id: PlaceSearch.input,
                label: texts.findAPlace,
                placeholder: texts.searchExample,
                value: found?.text,
                maxLength: PlaceSearch.textLimit,
                inlineAction: .submit(texts.search, PlacesAction.search)
            )
            if let found { results(found, texts) }
        }
        .id("find").spacing(.large)
    }

    @CardBuilder<CardElement>
    private static func results(_ found: FoundPlaces, _ texts: Texts) -> [CardElement] {
        if found.places.isEmpty {
            TextBlock(texts.nothingFound(found.text).escapedForCards, wrap: true)
        }
        if found.isFromList {
            let note = found.places.isEmpty ? texts.notInTheList : texts.fromTheList
            TextBlock(note, size: .small, isSubtle: true, wrap: true)
        }
        for (index, place) in found.places.enumerated() {
            CompoundButton(
                place.name,
                description: place.region,
                icon: IconInfo(.location),
                selectAction: .perform(texts.addPlace(place.name), PlacesAction.addFound(place.saved))
            )
            .spacing(index == 0 ? .default : .small)
        }
        if found.isFromList, !found.places.isEmpty {
            TextBlock(texts.citySource, size: .small, isSubtle: true, wrap: true)
        }
    }
}

extension FoundPlace {
    /// The place as it is stored.
    var saved: SavedPlace {
        SavedPlace(name: name, latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
}
