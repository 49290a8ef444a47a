import CloudCore
import Foundation
import Testing

@Suite struct ObjectStoreTests {
    private static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    private func signature(_ method: String, _ path: String, _ headers: [String: String]) throws -> String {
        let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
        let key = try #require(ObjectStoreKey(id: "AKIAIOSFODNN7EXAMPLE", secret: secret))
        let fixed = ["host": "examplebucket.s3.amazonaws.com", "x-amz-date": "20130524T000000Z"]
        let all = headers.merging(fixed) { first, _ in first }
        return AWSSignature(key: key, region: "us-east-1").authorization(method, path, headers: all)
    }

    /// The first example of AWS's documentation, “Authenticating Requests: Using the Authorization Header”.
    @Test func aRequestForAFileIsSignedAsAWSDocumentsIt() throws {
        let header = try signature("GET", "/test.txt", ["range": "bytes=0-9", "x-amz-content-sha256": Self.empty])
        #expect(
            header == """
                AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,\
                SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,\
                Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41
                """
        )
    }

    /// The second example there.
    @Test func anUploadIsSignedAsAWSDocumentsIt() throws {
        let header = try signature(
            "PUT",
            "/test%24file.text",
            [
                "date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY",
                "x-amz-content-sha256": "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
            ]
        )
        #expect(header.hasSuffix("Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
    }

    @Test func aDateHasTheFormOfAWS() {
        #expect(AWSSignature.timestamp(Date(timeIntervalSince1970: 1_369_353_600.9)) == "20130524T000000Z")
    }

    @Test(arguments: [
        ("https://s3.example.org/files", "https://s3.example.org/files"),
        ("https://S3.example.org:443/files/", "https://s3.example.org/files"),
        ("https://s3.example.org:9000/files/a/b_c?region=eu-central-1", "https://s3.example.org:9000/files/a/b_c"),
        ("https://10.0.0.7/files", "https://10.0.0.7/files"),
        ("http://127.0.0.1:9000/files?credentials=/etc/today/key", "http://127.0.0.1:9000/files"),
        ("http://[::1]:9000/files", "http://[::1]:9000/files"),
        ("http://localhost/files", "http://localhost/files"),
    ])
    func anAddressNamesABucket(text: String, description: String) throws {
        #expect(try ObjectStoreAddress(text).description == description)
    }

    @Test func theFileOfTheKeyIsDecoded() throws {
        #expect(try ObjectStoreAddress("https://h.example/b?credentials=/a%20b").credentialsFile == "/a b")
        #expect(try ObjectStoreAddress("https://h.example/b").credentialsFile == nil)
    }

    @Test(arguments: [
        "", "files", "https://s3.example.org", "https://s3.example.org/", "ftp://s3.example.org/files",
        "http://s3.example.org/files", "http://10.0.0.7/files", "http://127.example.org/files",
        "https://s3.example.org/../files", "https://s3.example.org/a%20b", "https://s3.example.org/files?region=a/b",
        "https://s3.example.org/files#x", "https://0x7f.1/files",
    ])
    func anotherTextIsNoAddress(text: String) {
        let error = #expect(throws: CloudError.self) { try ObjectStoreAddress(text) }
        #expect(error?.message.contains("--attachment-store") == true)
    }

    @Test(arguments: [
        "https://AKIA:hunter2@s3.example.org/files", "https://hunter2@s3.example.org/files",
        "https://s3.example.org/files?secret=hunter2", "https://s3.example.org/files?region=a&AWS_SECRET=hunter2",
    ])
    func aSecretInTheAddressIsRefusedAndNotRepeated(text: String) {
        let error = #expect(throws: CloudError.self) { try ObjectStoreAddress(text) }
        #expect(error?.message.contains("credentials=FILE") == true)
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test(arguments: [
        "[default]\naws_access_key_id = AKIA\naws_secret_access_key = a/b+c=\n",
        "# mine\r\n[other]\r\naws_access_key_id=x\r\n[default]\r\n aws_access_key_id=AKIA\r\naws_secret_access_key=s",
        "[ default ]\nregion = x\nAWS_ACCESS_KEY_ID = AKIA\naws_secret_access_key = s\naws_session_token = t\n[z]\na=b",
    ])
    func theKeyOfTheDefaultProfileIsRead(text: String) {
        #expect(ObjectStoreKey(credentialsFile: text) != nil)
    }

    @Test(arguments: [
        "", "aws_access_key_id=a\naws_secret_access_key=b", "[other]\naws_access_key_id=a\naws_secret_access_key=b",
        "[default]\naws_access_key_id=a", "[default]\naws_access_key_id=a\naws_secret_access_key=",
        "[default]\naws_access_key_id=a b\naws_secret_access_key=c",
        "[default]\n#aws_access_key_id=a\naws_secret_access_key=b",
    ])
    func aFileWithoutAKeyIsRefused(text: String) {
        #expect(ObjectStoreKey(credentialsFile: text) == nil)
    }

    @Test func theKeyMayBeInTheEnvironment() {
        #expect(ObjectStoreKey(environment: ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"]) != nil)
        #expect(ObjectStoreKey(environment: ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": ""]) == nil)
        #expect(ObjectStoreKey(environment: [:]) == nil)
    }
}
