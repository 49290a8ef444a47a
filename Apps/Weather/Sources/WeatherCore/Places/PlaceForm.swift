import TodayKit

/// Validates the inputs that describe a place.
public enum PlaceForm {
    /// The ids of the inputs.
    public enum Input {
        /// The name of a place to add.
        public static let name = "name"
        /// The latitude of a place to add.
        public static let latitude = "latitude"
        /// The longitude of a place to add.
        public static let longitude = "longitude"
    }

    /// The largest length of a name in characters.
    public static let nameLimit = 60

    /// Reads a place to add.
    ///
    /// - Parameters:
    ///   - inputs: The input values by input id.
    ///   - list: The existing places.
    ///   - texts: The texts of the surface's language, which also decides about the decimal mark.
    /// - Returns: The place.
    /// - Throws: `InvalidInputs` with a message for each invalid input.
    public static func place(
        from inputs: [String: String],
        addedTo list: PlaceList,
        _ texts: Texts
    ) throws -> SavedPlace {
        var problems: [String: String] = [:]
        let name = trim(inputs[Input.name])
        problems[Input.name] = problem(with: name, list, texts)
        let latitude = read(inputs, Input.latitude, Coordinate.latitudes, texts, &problems)
        let longitude = read(inputs, Input.longitude, Coordinate.longitudes, texts, &problems)
        guard problems.isEmpty, let latitude, let longitude else { throw InvalidInputs(problems) }
        return SavedPlace(name: name, latitude: latitude, longitude: longitude)
    }

    /// Checks a place that a search found.
    ///
    /// - Returns: The place, with a number after its name if another place has the same name.
    /// - Throws: A `Failure` if it cannot be added.
    static func found(_ place: SavedPlace, addedTo list: PlaceList, _ texts: Texts) throws -> SavedPlace {
        guard place.coordinate.isValid else { throw Failure(texts.placeIsGone) }
        var place = place
        let name = place.name
        var number = 2
        while list.place(place.name) != nil, number <= PlaceList.ownLimit + 10 {
            place.name = "\(name) \(number)"
            number += 1
        }
        if let problem = problem(with: place.name, list, texts) { throw Failure(problem) }
        return place
    }

    private static func problem(with name: String, _ list: PlaceList, _ texts: Texts) -> String? {
        if name.isEmpty { return texts.nameMissing }
        if !isShort(name) { return texts.nameTooLong(nameLimit) }
        if !isUsable(name) { return texts.nameNotPlain }
        if let place = list.place(name) { return texts.nameTaken(texts.name(of: place)) }
        return list.places.count { $0.kind == .own } < PlaceList.ownLimit
            ? nil : texts.tooManyPlaces(PlaceList.ownLimit)
    }

    /// Whether a name is that of a place: not empty, not too long, and on one line.
    static func isUsable(_ name: String) -> Bool {
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
            default: true
            }
        }
        return isShort(name) && isPlain && !Place.id(of: name).isEmpty
    }

    private static func isShort(_ name: String) -> Bool {
        name.count <= nameLimit && name.utf8.count <= nameLimit * 16
    }

    private static func read(
        _ inputs: [String: String],
        _ id: String,
        _ range: ClosedRange<Double>,
        _ texts: Texts,
        _ problems: inout [String: String]
    ) -> Double? {
        var text = trim(inputs[id])
        if texts.hasDecimalComma, text.count(where: { $0 == "," }) == 1, !text.contains(".") {
            text = text.replacing(",", with: ".")
        }
        let isLatitude = range == Coordinate.latitudes
        if text.isEmpty {
            problems[id] = isLatitude ? texts.latitudeMissing : texts.longitudeMissing
        } else if text.contains(",") {
            problems[id] = texts.decimalComma
        } else if let number = number(text) {
            if range.contains(number) { return number }
            problems[id] = isLatitude ? texts.latitudeOutOfRange : texts.longitudeOutOfRange
        } else {
            problems[id] = texts.notANumber
        }
        return nil
    }

    /// Parses a decimal number of at most 20 characters: a sign, digits, and a point with digits.
    static func number(_ text: String) -> Double? {
        // Copied text often has the typographic minus.
        var digits = Substring(text.replacing("\u{2212}", with: "-"))
        if let first = digits.first, first == "-" || first == "+" { digits.removeFirst() }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard text.count <= 20, (1...2).contains(parts.count), areDigits else { return nil }
        return Double(text.replacing("\u{2212}", with: "-"))
    }

    static func trim(_ text: String?) -> String {
        let part = (text ?? "").drop(while: \.isWhitespace)
        guard let last = part.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(part[...last])
    }
}
