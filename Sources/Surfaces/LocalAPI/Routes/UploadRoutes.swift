package import HostModel

extension InstallUploadRequest: RoutedRequest {
    private struct Body: Codable { var digest: String }

    package static var routes: [Route<Self>] {
        [
            Route(.put, "uploads/:upload", hasBody: true, reply: .json) { reader in
                Self(try reader.path("upload"), digest: try reader.body(Body.self).digest)
            } write: { request, writer in
                writer.path["upload"] = request.id
                try writer.setBody(Body(digest: request.digest))
            }
        ]
    }
}

extension DiscardUploadRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.delete, "uploads/:upload", reply: .nothing) { reader in
                Self(try reader.path("upload"))
            } write: { request, writer in
                writer.path["upload"] = request.id
            }
        ]
    }
}
