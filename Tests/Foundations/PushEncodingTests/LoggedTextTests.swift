import PushEncoding
import Testing

/// What a log says of an error has no path of the machine on which the program was built.
@Suite struct LoggedTextTests {
    private struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    @Test(arguments: [
        (
            "handshakeFailed([Error: 268435581 VERIFY_FAILED at /home/ada/ssl/handshake.cc:393])",
            "handshakeFailed([Error: 268435581 VERIFY_FAILED])"
        ),
        ("connectTimeout", "connectTimeout"), ("it is at home", "it is at home"),
    ])
    func thePathOfASourceFileIsLeftOut(text: String, logged: String) {
        #expect(Failure(description: text).loggedText == logged)
    }
}
