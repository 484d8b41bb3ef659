/** The scene that runs in the browser itself, in the service worker of the page, and keeps its project in the browser's own files. */
import type { ServiceAddress } from '../session/service-address.ts';
import { localServiceFolder, type WorkerRequest, serviceWorkerFile } from './worker-messages.ts';
import { createWorkerSocketFactory } from './service-worker-socket.ts';

/** How often the page says that it needs the worker; browsers end one after half a minute. */
const keepAliveMs = 10_000;

/** All pages that the worker is for: those beside its script, or the one that a server has elsewhere. */
const getWorkerScope = (folder: string): string =>
  location.href.startsWith(folder) ? folder : location.pathname;

/** The worker of this page, once it takes the requests of the page. */
const activateWorker = async (script: string, scope: string): Promise<void> => {
  await navigator.serviceWorker.register(script, { scope, type: 'module' });
  if (navigator.serviceWorker.controller) return;
  await new Promise<void>((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }),
  );
};

const postToWorker = (question: WorkerRequest, transfer: Transferable[] = []): void =>
  navigator.serviceWorker.controller?.postMessage(question, transfer);

const readLocalToken = (): Promise<string> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    postToWorker({ ask: 'token' }, [port2]);
  });

/** Starts the scene, or finds it started, and tells where it answers. */
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
