/** Messages between the page and the scene in its service worker. */

/** Requests of the page, each with a port for the response. */
export type WorkerRequest =
  /** Requests the token of the scene. */
  | { readonly ask: 'token' }
  /** A connection to the hub, by the address that a socket would be opened with. */
  | { readonly ask: 'hub'; readonly url: string }
  /** To be kept: browsers end a service worker that nobody needs. */
  | { readonly ask: 'stay' };

/** Messages on the port of a connection, in both directions. */
export type SocketMessage =
  | { readonly open: true }
  | { readonly data: string | Uint8Array }
  | { readonly closed: true };

/** The folder that the scene serves, beside the script of its service worker. */
export const localServiceFolder = 'local';

/** The script of the service worker, beside that of the page. */
export const serviceWorkerFile = 'service-worker.js';
