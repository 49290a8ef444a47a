import AsyncPrimitives
import Foundation
import HTTPServing
import Hummingbird
import HummingbirdCore
import JSON
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// A server on this machine alone, with which the apps of `today demo` work without a network.
///
/// It answers with the responses of the demo's content, at `/v1/forecast` with a forecast in Open-Meteo's format, and
/// anywhere else with `OK`.
final class DemoServer: Service {
    private let logger: Logger
    private let zone: TimeZone
    private let responses = Mutex([String: String]())
    private let bound = Mutex("")

    /// Raised when the server listens.
    let serving = OneTimeSignal()

    init(zone: TimeZone, logger: Logger) {
        self.zone = zone
        self.logger = logger
    }

    /// Its host and port; empty before it listens.
    var address: String { bound.withLock { $0 } }

    /// Adds responses, by path.
    func answer(_ more: [String: String]) { responses.withLock { $0.merge(more) { _, new in new } } }

    /// Serves until graceful shutdown or cancellation.
    func run() async throws {
        let responder = CallbackResponder<BasicRequestContext> { [self] request, _ in
            let text = response(to: request.uri.path, query: request.uri.query ?? "")
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
        let server = HTTPServer(
            responder,
            address: .hostname("127.0.0.1", port: 0),
            channel: HTTP1Channel.Configuration(idleTimeout: .seconds(60)),
            connections: OpenConnections(limit: 64),
            grace: .milliseconds(100),
            logger: logger,
            makeContext: BasicRequestContext.init(source:),
            onRunning: { [self] channel in
                bound.withLock { $0 = "127.0.0.1:\(channel.localAddress?.port ?? 0)" }
                serving.raise()
            }
        )
        try await server.run()
    }

    private func response(to path: String, query: String) -> String {
        guard path == "/v1/forecast" else { return responses.withLock { $0[path] } ?? "OK" }
        let forecast = DemoForecast(now: Date(), zone: zone, isFahrenheit: query.contains("=fahrenheit"))
        return forecast.json.jsonText
    }
}

/// A week of spring weather, in Open-Meteo's format.
struct DemoForecast {
    /// WMO 4677 codes of the days: partly cloudy, clear, rain, overcast, clear, showers, partly cloudy.
    private static let codes = [2, 0, 61, 3, 0, 80, 2]
    /// How much warmer each day is than the first, in degrees Celsius.
    private static let warmth = [0.0, 1.5, -3, -2, 1, 0, 2]

    var now: Date
    var zone: TimeZone
    var isFahrenheit: Bool

    var json: JSONValue {
        let hours = (0..<25).map { DemoTime(now + Double($0) * 3600, in: zone) }
        let days = (0..<7).map { DemoTime(now, daysLater: $0, in: zone).day }
        let hour = hours[0].hour
        return [
            "current": [
                "temperature_2m": temperature(hour, 0), "apparent_temperature": temperature(hour, 0, -1),
                "relative_humidity_2m": 62, "is_day": isDay(hour), "precipitation": 0, "precipitation_probability": 10,
                "weather_code": 2, "wind_speed_10m": 4, "wind_direction_10m": 240, "pressure_msl": 1016,
                "visibility": 24_000,
            ],
            "hourly": [
                "time": .array(hours.map { .string("\($0.day)T\(DemoTime.digits($0.hour)):00") }),
                "temperature_2m": .array(hours.map { temperature($0.hour, 0) }),
                "precipitation_probability": .array(hours.map { $0.hour > 17 ? 30 : 0 }),
                "weather_code": .array(hours.map { $0.hour > 17 ? 3 : 2 }),
                "is_day": .array(hours.map { isDay($0.hour) }),
            ],
            "daily": [
                "time": .array(days.map(JSONValue.string)),
                "weather_code": .array(Self.codes.map { .integer($0) }),
                "temperature_2m_max": .array(days.indices.map { temperature(15, $0) }),
                "temperature_2m_min": .array(days.indices.map { temperature(3, $0) }),
                "precipitation_probability_max": .array(Self.codes.map { $0 > 50 ? 70 : 30 }),
                "wind_speed_10m_max": .array(Self.codes.map { $0 > 50 ? 9 : 5 }),
                "sunrise": .array(days.map { .string($0 + "T06:40") }),
                "sunset": .array(days.map { .string($0 + "T19:10") }),
            ],
        ]
    }

    /// Returns the temperature at an hour of a day; it is warmest at 15 o'clock.
    private func temperature(_ hour: Int, _ day: Int, _ more: Double = 0) -> JSONValue {
        let celsius = 15 + Self.warmth[day] + more + 5 * cos(Double(hour - 15) / 12 * .pi)
        let degrees = isFahrenheit ? celsius * 1.8 + 32 : celsius
        return .real((degrees * 10).rounded() / 10)
    }

    private func isDay(_ hour: Int) -> JSONValue { (7..<19).contains(hour) ? 1 : 0 }
}
