import type { SocketMessage, WorkerRequest } from './worker-messages.ts';

/**
 * Creates a factory for sockets that connect to the scene in a service worker. The sockets implement the part of
 * WebSocket that the hub client uses.
 */
export const createWorkerSocketFactory = (
  worker: () => ServiceWorker | null,
): typeof globalThis.WebSocket => {
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
