// What the server writes before the worker, and what workers have and the type checker's own library does not know yet.

declare const version: string;
declare const modules: string[];
declare const styleSheet: string;

interface SyncEvent extends ExtendableEvent {
    readonly tag: string;
}

interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent;
}
