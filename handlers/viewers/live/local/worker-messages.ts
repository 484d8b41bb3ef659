/** What the page and the scene in its service worker say to each other. */

/** What the page asks, each with a port for the answer. */
export type WorkerRequest =
  /** The token of the scene. */
  | { readonly ask: 'token' }
  /** A connection to the hub, by the address that a socket would be opened with. */
  | { readonly ask: 'hub'; readonly url: string }
  /** To be kept: browsers end a service worker that nobody needs. */
  | { readonly ask: 'stay' };

/** What goes over the port of a connection, both ways. */
export type SocketMessage =
  | { readonly open: true }
  | { readonly data: string | Uint8Array }
  | { readonly closed: true };

/** The folder in which the scene answers, beside the script of its service worker. */
export const localServiceFolder = 'local';

/** The script of the service worker, beside that of the page. */
export const serviceWorkerFile = 'service-worker.js';
