/** The API with its runtime on any host that has the Fetch API. */
export { createScene } from './scene.ts';
export { createHostSocket } from './told-socket.ts';
export { createDirectoryStore } from '#runtime/disk/stores/directory-store.ts';
export { createKeyValueStore } from '#runtime/disk/stores/key-value-store.ts';
export { createMemoryStore } from '#runtime/disk/stores/memory-store.ts';
