import CDBus

/// The codes of the types in messages, as libdbus defines them.
enum BusType {
    static let byte = Int32(UInt8(ascii: "y"))
    static let boolean = Int32(UInt8(ascii: "b"))
    static let int32 = Int32(UInt8(ascii: "i"))
    static let uint32 = Int32(UInt8(ascii: "u"))
    static let string = Int32(UInt8(ascii: "s"))
    static let path = Int32(UInt8(ascii: "o"))
    static let array = Int32(UInt8(ascii: "a"))
    static let structure = Int32(UInt8(ascii: "r"))
    static let variant = Int32(UInt8(ascii: "v"))
    static let entry = Int32(UInt8(ascii: "e"))
}

/// Converts calls to libdbus messages.
///
/// libdbus ends the whole program if it is given text that is not UTF-8 or contains a NUL; Swift's strings are always
/// UTF-8, and NULs are removed here.
enum BusMessageWriter {
    /// Converts a call to a message.
    ///
    /// - Returns: A message that the caller must release; `nil` if there is no memory left.
    static func message(for call: BusCall) -> OpaquePointer? {
        guard let message = dbus_message_new_method_call(call.destination, call.path, call.interface, call.member)
        else { return nil }
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(message, &iterator)
        for argument in call.arguments where !append(argument, to: &iterator) {
            dbus_message_unref(message)
            return nil
        }
        return message
    }

    private static func append(_ value: BusValue, to iterator: inout DBusMessageIter) -> Bool {
        switch value {
        case .string(let text): return append(text, to: &iterator)
        case .byte(var byte): return dbus_message_iter_append_basic(&iterator, BusType.byte, &byte) != 0
        case .boolean(let isTrue):
            var number: dbus_bool_t = isTrue ? 1 : 0
            return dbus_message_iter_append_basic(&iterator, BusType.boolean, &number) != 0
        case .int32(var number): return dbus_message_iter_append_basic(&iterator, BusType.int32, &number) != 0
        case .uint32(var number): return dbus_message_iter_append_basic(&iterator, BusType.uint32, &number) != 0
        case .strings(let texts):
            return appendContainer(BusType.array, of: "s", to: &iterator) { list in
                texts.allSatisfy { append($0, to: &list) }
            }
        case .bytes(let bytes):
            return appendContainer(BusType.array, of: "y", to: &iterator) { list in
                bytes.withUnsafeBufferPointer { buffer in
                    var pointer = buffer.baseAddress
                    return buffer.isEmpty
                        || dbus_message_iter_append_fixed_array(&list, BusType.byte, &pointer, Int32(buffer.count)) != 0
                }
            }
        case .path(let path): return append(path, as: BusType.path, to: &iterator)
        case .paths(let paths):
            return appendContainer(BusType.array, of: "o", to: &iterator) { list in
                paths.allSatisfy { append($0, as: BusType.path, to: &list) }
            }
        case .structure(let values):
            return appendContainer(BusType.structure, of: nil, to: &iterator) { fields in
                values.allSatisfy { append($0, to: &fields) }
            }
        case .variant(let value):
            guard let signature = value.signature else { return false }
            return appendContainer(BusType.variant, of: signature, to: &iterator) { append(value, to: &$0) }
        case .texts(let texts):
            return appendContainer(BusType.array, of: "{ss}", to: &iterator) { list in
                texts.sorted { $0.key < $1.key }.allSatisfy { name, text in
                    appendContainer(BusType.entry, of: nil, to: &list) {
                        append(name, to: &$0) && append(text, to: &$0)
                    }
                }
            }
        case .dictionary(let values):
            return appendContainer(BusType.array, of: "{sv}", to: &iterator) { list in
                values.sorted { $0.key < $1.key }.allSatisfy { name, value in
                    appendContainer(BusType.entry, of: nil, to: &list) {
                        append(name, to: &$0) && append(.variant(value), to: &$0)
                    }
                }
            }
        case .other: return false
        }
    }

    private static func append(
        _ text: String,
        as type: Int32 = BusType.string,
        to iterator: inout DBusMessageIter
    ) -> Bool {
        let sent =
            text.utf8.contains(0) ? String(text.unicodeScalars.filter { $0.value != 0 }.map(Character.init)) : text
        return sent.withCString { bytes in
            var pointer: UnsafePointer<CChar>? = bytes
            return dbus_message_iter_append_basic(&iterator, type, &pointer) != 0
        }
    }

    private static func appendContainer(
        _ type: Int32,
        of signature: String?,
        to iterator: inout DBusMessageIter,
        _ body: (inout DBusMessageIter) -> Bool
    ) -> Bool {
        var inner = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, type, signature, &inner) != 0 else { return false }
        guard body(&inner) else {
            dbus_message_iter_abandon_container(&iterator, &inner)
            return false
        }
        return dbus_message_iter_close_container(&iterator, &inner) != 0
    }
}
