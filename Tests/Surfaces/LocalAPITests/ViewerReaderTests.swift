import HTTPTypes
import HostModel
import LocalAPI
import Testing
import TodayScreen

@Suite struct ViewerReaderTests {
    private let reader = ViewerReader(fallback: Viewer(language: "en-US", zone: "UTC"))

    @Test(arguments: [
        (nil, "en-US"), ("", "en-US"), ("de-DE", "de-DE"), ("de", "de"), ("fr;q=0.4, de-CH;q=0.9, en;q=0.8", "de-CH"),
        ("de, fr", "de"), ("*", "en-US"), ("*;q=0.1, nl", "nl"), ("de;q=0", "en-US"), ("de;q=x", "en-US"),
        ("<script>", "en-US"), ("../../etc", "en-US"), ("zh-Hant-TW", "zh-Hant-TW"), ("a", "en-US"),
        (String(repeating: "de,", count: 1000), "en-US"),
    ])
    func theMostWantedLanguageCounts(header: String?, language: String) {
        var fields = HTTPFields()
        fields[.acceptLanguage] = header
        #expect(reader.viewer(of: fields).language == language)
    }

    @Test(arguments: [
        (nil, nil, "UTC"), (nil, "today_zone=Europe%2FBerlin", "Europe/Berlin"),
        (nil, "a=b; today_zone=Asia/Tokyo; c=d", "Asia/Tokyo"),
        ("America/New_York", "today_zone=Asia/Tokyo", "America/New_York"),
        (nil, "today_zone=Nowhere/City", "UTC"), (nil, "today_zone=../../etc/passwd", "UTC"), ("GMT+3", nil, "UTC"),
        (nil, "xtoday_zone=Asia/Tokyo", "UTC"), (nil, "today_zone=", "UTC"),
    ])
    func theZoneIsOneThatExists(header: String?, cookie: String?, zone: String) {
        var fields = HTTPFields()
        fields[ViewerReader.zoneHeader] = header
        fields[.cookie] = cookie
        #expect(reader.viewer(of: fields).zone == zone)
    }
}
