/** The service together with its runtime, for any host with the Fetch API. */
import { createDirectoryStore, createKeyValueStore, createMemoryStore } from '#runtime/shared/file-stores.ts';
import { createHostSocket } from './callback-socket.ts';
import { createScene } from './composition-root.ts';

export { createDirectoryStore, createHostSocket, createKeyValueStore, createMemoryStore, createScene };
