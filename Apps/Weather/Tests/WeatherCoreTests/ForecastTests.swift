import Testing
import TodayKit

@testable import WeatherCore

@Suite struct ForecastTests {
    static let body = #"""
        {"current":{"temperature_2m":60.5,"weather_code":61,"is_day":1},
        "hourly":{"time":["2026-11-21T08:00","2026-11-21T09:00","2026-11-21T10:00"],"temperature_2m":[60.4,null,63.6],
        "precipitation_probability":[10,20,30],"weather_code":[0,1,61],"is_day":[1,1,1]},
        "daily":{"time":["2026-11-21","2026-11-22","odd"],"temperature_2m_max":[66.2,64,1],
        "temperature_2m_min":[49.4,48,0],"weather_code":[61,0,0],"precipitation_probability_max":[64,null,0],
        "wind_speed_10m_max":[12,8,1],"sunrise":["2026-11-21T06:43","2026-11-22T06:44",""],
        "sunset":["2026-11-21T17:08","no",""]}}
        """#

    private func report(_ body: String = body) throws -> WeatherReport {
        WeatherReport(
            place: PlaceList.cupertino,
            conditions: try Fixtures.conditions("openmeteo", body),
            updated: Date(timeIntervalSince1970: 0)
        )
    }

    @Test func hoursAndDaysAreRead() throws {
        let forecast = try report().conditions.forecast
        #expect(forecast.hours.map(\.hour) == [8, 10])
        #expect(forecast.hours.map(\.temperature) == [60.4, 63.6])
        #expect(forecast.hours.map(\.precipitationChance) == [0.1, 0.3])
        #expect(forecast.days.map(\.weekday) == [6, 0])
        #expect(forecast.today?.high == 66.2 && forecast.today?.sunrise == ClockTime(hour: 6, minute: 43))
        #expect(forecast.days[1].sunset == nil)
    }

    @Test(arguments: [
        #"{"current":{"temperature_2m":60.5},"hourly":5,"daily":[]}"#,
        #"{"current":{"temperature_2m":60.5},"hourly":{"time":5},"daily":{"time":[1,null,"2026-11-21"]}}"#,
        #"{"current":{"temperature_2m":60.5},"hourly":{"time":["2026-11-21T99:00"],"temperature_2m":[1]}}"#,
    ])
    func aForecastThatIsMissingOrMalformedIsLeftOut(body: String) throws {
        let report = try report(body)
        #expect(report.conditions.forecast == Forecast())
        let page = ConditionsPage.page(report, Fixtures.texts)
        #expect(try !JSONValue(encoding: page.card).jsonText.contains("Chart."))
    }

    @Test func aWidgetThatIsNotSmallShowsTheSkyTheDaysRangeAndTheNextHours() throws {
        let card = WidgetCards.compact(try report(), Fixtures.texts, WidgetSize(family: .medium))
        try card.validateForWidget()
        let hours = try JSONValue(encoding: card).jsonText
        for part in ["Light rain", "WeatherRain", "H 66°  L 49°", #""61°""#, #""10 AM""#] {
            #expect(hours.contains(part), "\(part)")
        }
        #expect(hours.contains(#""Now""#) && !hours.contains("ProgressBar"))
        let small = try JSONValue(encoding: WidgetCards.compact(report(), Fixtures.texts)).jsonText
        #expect(!small.contains(" AM") && small.contains("Light rain") && small.contains("H 66°"))
    }

    @Test(arguments: [(WidgetFamily.medium, 7), (.large, 7), (.wide, 13)])
    func aWideWidgetHasRoomForMoreHours(family: WidgetFamily, count: Int) throws {
        var report = try report()
        let hour = try #require(report.conditions.forecast.hours.first)
        report.conditions.forecast.hours = Array(repeating: hour, count: 25)
        let card = WidgetCards.compact(report, Fixtures.texts, WidgetSize(family: family))
        try card.validateForWidget()
        let strip = card.body.compactMap { element in
            if case .columnSet(let set) = element { set.columns.count } else { nil as Int? }
        }
        #expect(strip.max() == count)
    }

    @Test func aLargeWidgetShowsTheRangeOfEachDay() throws {
        let card = WidgetCards.compact(try report(), Fixtures.texts, WidgetSize(family: .large))
        try card.validateForWidget()
        let text = try JSONValue(encoding: card).jsonText
        let bars = text.matches(of: #/"max":([0-9.]+),"start":([0-9.]+),"type":"ProgressBar/#)
        #expect(bars.map { "\($0.1.prefix(4)) \($0.2.prefix(3))" } == ["18.2 1.3", "18.2 0"])
        #expect(try Card(json: card.json).warnings.isEmpty)
    }

    @Test func theSkyOfHoursAndDaysIsReadAloudAndTheirBarsAreNot() throws {
        let card = WidgetCards.compact(try report(), Fixtures.texts, WidgetSize(family: .large))
        let text = try JSONValue(encoding: card).jsonText
        // One hour and one day of each.
        for sky in [Sky.clearDay, .lightRain] {
            #expect(text.ranges(of: "\"altText\":\"\(Fixtures.texts.sky(sky))\"").count == 2)
        }
        #expect(text.ranges(of: #""altText":"","color":"coolToWarm""#).count == 2)
    }

    @Test(arguments: [
        ("2026-11-21T06:43", "2026-11-21T17:08", Array(6...17)),
        // In Reykjavik in June, the sun sets after midnight.
        ("2026-06-21T02:55", "2026-06-22T00:03", [0] + Array(2...23)),
        ("2026-06-21T00:40", "2026-06-22T00:10", Array(0...23)),
        // Where it does not rise or does not set, there is no telling.
        ("2026-06-21T00:00", "2026-06-22T00:00", Array(0...23)),
    ])
    func theSunIsUpFromItsRiseToItsSetting(sunrise: String, sunset: String, hours: [Int]) {
        var day = Forecast.Day(weekday: 0, high: 1, low: 0)
        (day.sunrise, day.sunset) = (ClockTime(local: sunrise), ClockTime(local: sunset))
        let forecast = Forecast(days: [day])
        #expect((0...23).filter { forecast.isDay(at: $0) } == hours)
    }

    @Test func thePageShowsChartsTheSunAndTheUnits() throws {
        let page = ConditionsPage.page(try report(), Fixtures.texts)
        let text = try JSONValue(encoding: page.card).jsonText
        for part in [
            "Chart.Line", "Chart.VerticalBar", "Table", "6:43 AM", "5:08 PM", #""8 AM""#, "Today", "Sun", "setUnits",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(try Card(json: page.card.json).warnings.isEmpty)
    }

    @Test(arguments: [
        ("en-US", "5 PM", "5:08 PM"), ("en-US-u-hc-h23", "17", "17:08"), ("de-u-hc-h12", "5 PM", "5:08 PM"),
        ("ja", "17時", "17:08"),
    ])
    func timesAreInTheFormThatThePersonChose(language: String, hour: String, time: String) {
        let texts = Texts(language)
        #expect(texts.hour(17) == hour && texts.clock(ClockTime(hour: 17, minute: 8)) == time)
    }

    @Test(arguments: [("2026-11-21", 6), ("2000-01-01", 6), ("2024-02-29", 4), ("1970-01-01", 4), ("2026-13-01", nil)])
    func aDateHasADayOfTheWeek(date: String, weekday: Int?) { #expect(ClockTime.weekday(of: date) == weekday) }
}
