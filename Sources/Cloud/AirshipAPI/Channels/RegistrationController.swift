import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import Hummingbird
import JSON

struct RegistrationController: Sendable {
    let cloud: Cloud
    let access: DeviceAuthenticator

    func addRoutes(to routes: RouterGroup<CloudContext>) {
        routes.post("channels", use: create)
        routes.put("channels/:id", use: update)
        routes.put("channels/sdk/batch/:id", use: change)
        routes.get("auth/device", use: token)
    }

    @Sendable @concurrent private func create(_ request: Request, _ context: CloudContext) async throws -> Response {
        let app = try await access.signedApp(request, context)
        let node = try await AirshipBody.read(request).required("channel")
        let registration = try ChannelPayload(node)
        guard let type = registration.type else { throw node.missing("device_type") }
        let id = ChannelID(Secret.uuid())
        try await cloud.store.addChannel(
            NewChannel(
                id: id,
                type: type,
                address: registration.address,
                optIn: registration.optIn ?? false,
                background: registration.background ?? true,
                badge: registration.badge ?? 0,
                zone: registration.zone,
                properties: JSONValue.object(registration.properties).jsonText,
                tags: registration.tags.set.merging(registration.tags.add) { $0 + $1 }
            ),
            to: app.number
        )
        return JSONResponse.ok(["channel_id": .string(id.text)], status: .created)
    }

    @Sendable @concurrent private func update(_ request: Request, _ context: CloudContext) async throws -> Response {
        let (id, app) = try await channel(request, context)
        let registration = try ChannelPayload(try await AirshipBody.read(request).required("channel"))
        let wasThere = try await cloud.store.updateChannel(id, of: app, tags: registration.tags) { channel in
            registration.apply(to: &channel)
        }
        guard wasThere else { throw AirshipError.gone }
        return JSONResponse.ok(["channel_id": .string(id.text)])
    }

    @Sendable @concurrent private func change(_ request: Request, _ context: CloudContext) async throws -> Response {
        let (id, app) = try await channel(request, context)
        let batch = try ChannelBatch(try await AirshipBody.read(request))
        if batch.tags != TagChange() {
            _ = try await cloud.store.changeTags(batch.tags, ofChannels: [id], of: app)
        }
        if !batch.attributes.isEmpty {
            _ = try await cloud.store.changeAttributes(batch.attributes, ofChannels: [id], of: app)
        }
        return JSONResponse.ok()
    }

    /// Returns the channel in the path, which must be the channel of the token.
    private func channel(
        _ request: Request,
        _ context: CloudContext
    ) async throws -> (channel: ChannelID, app: AppNumber) {
        let found = try await access.channel(request, context)
        guard try context.parameters.require("id") == found.channel.text else {
            throw AirshipError.forbidden("The token is another channel's.")
        }
        return found
    }

    /// Issues a token, even for a removed channel: with it the device learns that it needs a new channel.
    @Sendable @concurrent private func token(_ request: Request, _ context: CloudContext) async throws -> Response {
        let (app, channel) = try await access.signedChannel(request, context)
        let token = Secret.random(length: 43)
        let lifetime = cloud.configuration.channelTokenLifetime
        try await cloud.store.addChannelToken(
            hash: Secret.hash(token),
            channel: channel,
            of: app.number,
            expires: cloud.now().addingTimeInterval(Double(lifetime))
        )
        return JSONResponse.ok(["token": .string(token), "expires_in": .integer(lifetime * 1000)])
    }
}
