/** The service together with its runtime, for any host with the Fetch API. */
import { createDirectoryStore } from '#runtime/shared/stores/directory-store.ts';
import { createKeyValueStore } from '#runtime/shared/stores/key-value-store.ts';
import { createMemoryStore } from '#runtime/shared/stores/memory-store.ts';
import { createScene } from './composition-root.ts';
import { createHostSocket } from './callback-socket.ts';

export { createDirectoryStore, createHostSocket, createKeyValueStore, createMemoryStore, createScene };
