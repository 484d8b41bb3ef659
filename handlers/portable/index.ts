/** The service together with its runtime, for any host with the Fetch API. */
import { createHostSocket } from './host-sockets.ts';
import { createScene } from './composition-root.ts';
import { createDirectoryStore, createKeyValueStore, createMemoryStore } from './file-stores.ts';

export { createDirectoryStore, createHostSocket, createKeyValueStore, createMemoryStore, createScene };
