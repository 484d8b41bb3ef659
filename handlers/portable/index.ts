/** The API with its runtime on any host that has the Fetch API. */
export { createScene } from './scene.ts';
export type { RequestSource, Scene, SceneOptions } from './scene.ts';
export type { HostSocket } from './host-socket.ts';
export type { FileStore } from '#runtime/disk/file-store.ts';
export { createDirectoryStore } from '#runtime/disk/stores/directory-store.ts';
export { createKeyValueStore, type KeyValueTable } from '#runtime/disk/stores/key-value-store.ts';
export { createMemoryStore } from '#runtime/disk/stores/memory-store.ts';
