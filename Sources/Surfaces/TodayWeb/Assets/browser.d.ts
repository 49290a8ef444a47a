// What browsers have and the type checker's own library does not know yet.

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

interface AuthenticatorAttestationResponse {
    getAuthenticatorData(): ArrayBuffer;
}
