/** The scene that runs in the browser itself, in the service worker of the page, and keeps its project in the browser's own files. */
import type { Address } from '../session/address.ts';
import { localFolder, type Question, workerFile } from './messages.ts';
import { workerSocketBy } from './worker-socket.ts';

/** How often the page says that it needs the worker; browsers end one after half a minute. */
const stayMs = 10_000;

/** All pages that the worker is for: those beside its script, or the one that a server has elsewhere. */
const scopeOf = (folder: string): string => (location.href.startsWith(folder) ? folder : location.pathname);

/** The worker of this page, once it takes the requests of the page. */
const workerOf = async (script: string, scope: string): Promise<void> => {
  await navigator.serviceWorker.register(script, { scope, type: 'module' });
  if (navigator.serviceWorker.controller) return;
  await new Promise<void>((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }),
  );
};

const tellWorker = (question: Question, transfer: Transferable[] = []): void =>
  navigator.serviceWorker.controller?.postMessage(question, transfer);

const readToken = (): Promise<string> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    tellWorker({ ask: 'token' }, [port2]);
  });

/** Starts the scene, or finds it started, and tells where it answers. */
export const openLocal = async (): Promise<Address> => {
  const folder = new URL('.', import.meta.url).href;
  await workerOf(`${folder}${workerFile}`, scopeOf(folder));
  setInterval(() => tellWorker({ ask: 'stay' }), stayMs);
  return {
    url: `${folder}${localFolder}`,
    token: await readToken(),
    webSocket: workerSocketBy(() => navigator.serviceWorker.controller),
  };
};
