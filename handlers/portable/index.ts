/** The service together with its runtime, for any host with the Fetch API. */
import { createDirectoryStore } from './stores/directory-store.ts';
import { createKeyValueStore } from './stores/key-value-store.ts';
import { createMemoryStore } from './stores/memory-store.ts';
import { createScene } from './composition-root.ts';
import { createHostSocket } from './callback-socket.ts';

export { createDirectoryStore, createHostSocket, createKeyValueStore, createMemoryStore, createScene };
