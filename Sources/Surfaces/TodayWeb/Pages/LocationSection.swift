import Foundation
import HostModel

/// The location of the person in Settings: the switch that shares this browser's location, and the last known one.
struct LocationSection {
    let state: LocationState
    /// Age of the location, in a few words.
    let age: String?

    func write(to page: inout PageWriter) {
        page.markup("<h2 class=\"section-title\" id=\"location-title\">")
        page.text(.location)
        page.markup("</h2><div class=\"sheaf\" role=\"group\" aria-labelledby=\"location-title\">")
        page.markup("<label class=\"line\"><span>")
        page.text(.shareLocation)
        page.markup("</span><input class=\"switch\" type=\"checkbox\" role=\"switch\" autocomplete=\"off\"")
        page.markup(" id=\"share-location\" data-location=\"share\"")
        if state.isSharedHere { page.markup(" checked") }
        page.markup("></label>")
        if let location = state.location {
            page.markup("<div class=\"line known\"><span>\(.lastKnown)</span><span>")
            page.markup("<bdi>\("\(Self.degrees(location.latitude)), \(Self.degrees(location.longitude))")</bdi>")
            page.markup("<small>\(.within(Int(location.accuracy.rounded(.up)), age: age ?? ""))</small></span></div>")
            page.markup("<button type=\"button\" class=\"line destructive\" data-location=\"forget\">")
            page.markup("\(.forgetLocation)</button>")
        }
        page.markup("</div>")
        page.markup("<p class=\"aside\">\(state.isSharedElsewhere ? .locationIsSharedElsewhere : .aboutLocation)</p>")
    }

    /// Returns degrees with four decimals, a precision of about ten metres.
    private static func degrees(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(0...4)).locale(Locale(identifier: "en_US_POSIX")))
    }
}
