// What the server writes before the worker, and what workers have and the type checker's own library does not know yet.

declare const version: string;
declare const scripts: string[];
declare const styleSheet: string;

interface SyncEvent extends ExtendableEvent {
    readonly tag: string;
}

interface WorkerNavigator {
    setAppBadge?(count: number): Promise<void>;
}

interface NotificationOptions {
    renotify?: boolean;
}

/** A notification in the format of Declarative Web Push. */
interface PushedNotification {
    title: string;
    body?: string;
    tag?: string;
    icon?: string;
    lang?: string;
    silent?: boolean;
    navigate: string;
    actions?: { action: string; title: string; navigate?: string }[];
    data?: { id?: number; revision?: number; app?: string; test?: string };
}

/** What the host sends: a notification, or the tag of one to remove. */
interface PushedMessage {
    app_badge?: number;
    notification?: PushedNotification;
    close?: string;
}

interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent;
}
