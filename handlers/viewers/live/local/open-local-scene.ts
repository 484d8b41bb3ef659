/**
 * Opens the scene that runs in the browser: in the page's service worker, with its project in the browser's file
 * system.
 */
import type { ServiceAddress } from '../session/service-address.ts';
import { localServiceFolder, type WorkerRequest, serviceWorkerFile } from './worker-messages.ts';
import { createWorkerSocketFactory } from './service-worker-socket.ts';

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
