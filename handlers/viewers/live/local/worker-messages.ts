/** The messages between the page and the scene in its service worker. */

/** A request from the page, sent together with a port for the response. */
export type WorkerRequest =
  | { readonly ask: 'token' }
  /** A hub connection, with the address that a WebSocket would use. */
  | { readonly ask: 'hub'; readonly url: string }
  /** A keep-alive message, because browsers stop a service worker that is not in use. */
  | { readonly ask: 'stay' };

/** A message on a connection's port. Both sides can send these messages. */
export type SocketMessage =
  | { readonly open: true }
  | { readonly data: string | Uint8Array }
  | { readonly closed: true };

/** The name of the folder under which the scene is served. The folder is beside the service worker's script. */
export const localServiceFolder = 'local';

/** The file name of the service worker's script, which is beside the page's script. */
export const serviceWorkerFile = 'service-worker.js';
