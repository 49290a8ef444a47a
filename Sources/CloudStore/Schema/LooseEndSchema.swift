/// What finds messages and inboxes that nobody has, without looking at all of them.
///
/// `nextLook` is when a message, by its push, or an inbox is looked at again. `entries` counts the messages of an inbox.
enum LooseEndSchema {
    /// The statements that make it: what is there is looked at thirty days after it was made.
    static let columns = """
        ALTER TABLE push ADD COLUMN nextLook INTEGER;
        UPDATE push SET nextLook = created + 2592000000 WHERE messageNumber IS NOT NULL;
        CREATE INDEX pushByLook ON push (nextLook) WHERE messageNumber IS NOT NULL;
        ALTER TABLE inbox ADD COLUMN nextLook INTEGER;
        ALTER TABLE inbox ADD COLUMN looseSince INTEGER;
        ALTER TABLE inbox ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
        UPDATE inbox SET nextLook = created + 2592000000,
            entries = (SELECT COUNT(*) FROM inboxEntry WHERE inboxEntry.inboxNumber = inbox.number);
        CREATE INDEX inboxByLook ON inbox (nextLook) WHERE namedUserNumber IS NULL;
        """
}
