import HTTPTypes
import Hummingbird
import NIOCore

/// The page to which web clients send a person without a login.
///
/// The cloud has no passwords: its operator creates the first token of every login.
enum SignInPage {
    static let path = "/database/1/sign-in"

    static var response: Response {
        let text = """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>Log in</title>
            <p>This cloud has no page to log in. Ask its operator for a web auth token, which this command prints:</p>
            <pre>today cloud container token NAME --user USER</pre>
            <p>Then give the token to the app or the program that sent you here.</p></html>
            """
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentLength: String(text.utf8.count),
                .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}
