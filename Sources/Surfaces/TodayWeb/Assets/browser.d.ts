// What browsers have and the type checker's own library does not know yet, and what the server writes.

/** The texts of the page's language by key; a plural form has the key of its text and its category: `waiting|one`. */
declare const strings: Record<string, string>;

interface NavigationHistoryEntry {
    readonly key: string;
    readonly index: number;
}

interface Window {
    readonly navigation?: {
        readonly canGoBack: boolean;
        readonly currentEntry: NavigationHistoryEntry | null;
        entries(): NavigationHistoryEntry[];
        traverseTo(key: string): void;
    };
}

interface Navigator {
    readonly userActivation?: { readonly isActive: boolean };
    setAppBadge?(count: number): Promise<void>;
}

interface ServiceWorkerRegistration {
    readonly sync?: { register(tag: string): Promise<void> };
}

interface Element {
    checkVisibility(): boolean;
}

interface HTMLElement {
    showPopover(): void;
    hidePopover(): void;
}

interface ToggleEvent extends Event {
    readonly newState: string;
}

declare const ToggleEvent: { new (type: string): ToggleEvent };

interface AuthenticatorAttestationResponse {
    getAuthenticatorData(): ArrayBuffer;
}
