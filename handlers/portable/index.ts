/** The service together with its runtime, for any host with the Fetch API. */
import { createScene } from './composition-root.ts';
import { createDirectoryStore, createKeyValueStore, createMemoryStore } from './file-stores.ts';
import { createHostSocket } from './host-sockets.ts';

export { createDirectoryStore, createHostSocket, createKeyValueStore, createMemoryStore, createScene };
