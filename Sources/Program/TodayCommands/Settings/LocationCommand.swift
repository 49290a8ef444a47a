import ArgumentParser
import HostModel
import JSON
import LocalAPI

struct LocationCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "location",
        abstract: "Show or change where you are, for apps that may know it.",
        discussion: """
            Apps get it only if they asked for it when they were installed, rounded to about 5 km unless they may know it
            exactly. A browser can share its own location instead: turn on Location in Settings there. Setting the
            location here ends that.

            EXAMPLES
              today location
              today location --latitude 52.52 --longitude 13.405
              today location --latitude -33.87 --longitude 151.21 --accuracy 2000
              today location --forget
            """
    )

    @Option(parsing: .unconditional, help: .value("DEGREES", "Where you are, in degrees north of the equator."))
    var latitude: Double?

    @Option(parsing: .unconditional, help: .value("DEGREES", "Where you are, in degrees east of Greenwich."))
    var longitude: Double?

    @Option(help: .value("METERS", "How far from there you may be, in meters; 100 if left out."))
    var accuracy: Double?

    @Flag(help: "Delete the location, and stop browsers from sharing theirs.")
    var forget = false

    @Flag(help: "Print the location as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func validate() throws {
        guard (latitude == nil) == (longitude == nil) else {
            throw ValidationError("Give both --latitude and --longitude.")
        }
        guard latitude.map((-90...90).contains) ?? true, longitude.map((-180...180).contains) ?? true else {
            throw ValidationError("--latitude is from -90 to 90, and --longitude from -180 to 180.")
        }
        guard accuracy == nil || latitude != nil else { throw ValidationError("--accuracy needs --latitude.") }
        guard !forget || latitude == nil else { throw ValidationError("Set the location or --forget it, not both.") }
    }

    func run(with client: HostClient, in context: CommandContext) async throws {
        if forget {
            try await client.send(ForgetLocationRequest())
        } else if let latitude, let longitude {
            try await client.send(
                SetLocationRequest(latitude: latitude, longitude: longitude, accuracy: accuracy ?? 100)
            )
        }
        context.print(LocationReport(state: try await client.send(GetLocationRequest())), asJSON: json)
    }
}

struct LocationReport: Report {
    var state: LocationState

    func text(in context: CommandContext) -> String {
        let source = isShared ? "A browser shares its location." : "No browser shares its location."
        guard let location = state.location else { return "No location is known.\n\(source)" }
        let place = "\(location.latitude), \(location.longitude), within \(Int(location.accuracy.rounded(.up))) m"
        return "\(place), \(context.dates.display(location.date))\n\(context.dates.zoneLine) \(source)"
    }

    var json: JSONValue {
        .members([
            "isShared": isShared, "latitude": state.location?.latitude, "longitude": state.location?.longitude,
            "accuracy": state.location?.accuracy, "date": state.location?.date,
        ])
    }

    private var isShared: Bool { state.isSharedHere || state.isSharedElsewhere }
}
