/**
 * Opens the scene that runs in the browser: in the page's service worker, with its project in the browser's file
 * system.
 */
import {
  localServiceFolder,
  serviceWorkerFile,
  type SocketMessage,
  type WorkerRequest,
} from './worker-messages.ts';
import type { ServiceAddress } from '../session/service-address.ts';

/**
 * The interval at which the page pings the worker, in milliseconds. Browsers stop a worker that is idle for half a
 * minute.
 */
const keepAliveMs = 10_000;

/** Returns the worker's scope: the pages beside its script, or the path that a server has configured for the page. */
const getWorkerScope = (folder: string): string =>
  location.href.startsWith(folder) ? folder : location.pathname;

/** Registers the service worker, and resolves as soon as it handles the page's requests. */
const activateWorker = async (script: string, scope: string): Promise<void> => {
  await navigator.serviceWorker.register(script, { scope, type: 'module' });
  if (navigator.serviceWorker.controller) return;
  await new Promise<void>((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }),
  );
};

const postToWorker = (request: WorkerRequest, transfer: Transferable[] = []): void =>
  navigator.serviceWorker.controller?.postMessage(request, transfer);

const readLocalToken = (): Promise<string> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    postToWorker({ ask: 'token' }, [port2]);
  });

/** Starts the scene if it is not already running, and returns its address. */
export const openLocalScene = async (): Promise<ServiceAddress> => {
  const folder = new URL('.', import.meta.url).href;
  await activateWorker(`${folder}${serviceWorkerFile}`, getWorkerScope(folder));
  setInterval(() => postToWorker({ ask: 'stay' }), keepAliveMs);
  return {
    url: `${folder}${localServiceFolder}`,
    token: await readLocalToken(),
    webSocket: createWorkerSocketFactory(() => navigator.serviceWorker.controller),
  };
};

/**
 * Creates a factory for sockets that connect to the scene in a service worker. The sockets implement the part of
 * WebSocket that the hub client uses.
 */
const createWorkerSocketFactory = (worker: () => ServiceWorker | null): typeof globalThis.WebSocket => {
  class WorkerSocket {
    static readonly OPEN = 1;
    binaryType = 'arraybuffer';
    readyState = 0;
    onopen: ((event: Event) => void) | null = null;
    onmessage: ((event: MessageEvent) => void) | null = null;
    onclose: ((event: CloseEvent) => void) | null = null;
    onerror: ((event: Event) => void) | null = null;
    readonly #port: MessagePort;

    constructor(url: string | URL) {
      const { port1, port2 } = new MessageChannel();
      this.#port = port1;
      port1.onmessage = ({ data }: MessageEvent<SocketMessage>) => this.#hear(data);
      const request: WorkerRequest = { ask: 'hub', url: String(url) };
      worker()?.postMessage(request, [port2]);
    }

    send(data: string | ArrayBuffer | Uint8Array): void {
      this.#pass({ data: typeof data === 'string' ? data : new Uint8Array(data) });
    }

    close(): void {
      this.#pass({ closed: true });
      this.#end();
    }

    #pass(message: SocketMessage): void {
      this.#port.postMessage(message);
    }

    #hear(message: SocketMessage): void {
      if ('closed' in message) this.#end();
      else if ('open' in message) {
        this.readyState = WorkerSocket.OPEN;
        this.onopen?.(new Event('open'));
      } else {
        const { data } = message;
        this.onmessage?.(
          new MessageEvent('message', { data: typeof data === 'string' ? data : data.buffer }),
        );
      }
    }

    #end(): void {
      if (this.readyState === 3) return;
      this.readyState = 3;
      this.#port.close();
      this.onclose?.(new CloseEvent('close', { code: 1000, wasClean: true }));
    }
  }
  return WorkerSocket as unknown as typeof globalThis.WebSocket;
};
