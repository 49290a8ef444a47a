// The store of taps, which pages and the service worker share.

/** A tap without an answer, as the database keeps it. */
interface KeptTap {
    /** What the host is sent. */
    tap: { id: string } & Record<string, unknown>;
    /** What the person pressed, for people. */
    label: string;
    /** When, in milliseconds since 1970. */
    since: number;
}

/** Taps that the host has not answered, in the order in which they were made. */
interface TapStore {
    readonly lockName: string;
    readonly channelName: string;
    readonly syncTag: string;
    add(kept: KeptTap): Promise<number>;
    remove(order: number): Promise<void>;
    all(): Promise<(KeptTap & { order: number })[]>;
    /** Whether the host itself has answered a tap, so that the tap must not be sent again. */
    isAnswer(response: Response): boolean;
}

declare var tapStore: TapStore;
