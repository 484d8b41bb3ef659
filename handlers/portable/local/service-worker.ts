/**
 * Runs a scene in a service worker. The scene answers requests from pages below the worker's folder, and stores its
 * project in the browser's private file system.
 */
import type { Scene } from '../api.ts';
import { createDirectoryStore, createHostSocket, createScene } from '../index.ts';
import {
  localServiceFolder,
  type SocketMessage,
  type WorkerRequest,
} from '../../viewers/live/local/worker-messages.ts';

/** The part of a service worker's global scope that is used here. */
interface WorkerScope {
  readonly location: WorkerLocation;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkerRequest>) => void): void;
}

interface ExtendableEvent {
  waitUntil(promise: Promise<unknown>): void;
}

interface FetchEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const worker = self as unknown as WorkerScope;

const base = new URL(localServiceFolder, worker.location.href).pathname;

/** The scene's origin, chosen so that the scene treats its pages as being on this machine. */
const sceneOrigin = 'http://localhost';

/**
 * The worker's scene, opened with the first request. After a restart, the worker opens the scene again with the same
 * token.
 */
let openedScene: Promise<Scene> | undefined;

const openScene = async (): Promise<Scene> => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('scene-runtime', { create: true });
  return createScene({ store: createDirectoryStore(folder) });
};

const getScene = (): Promise<Scene> => {
  openedScene ??= openScene();
  return openedScene;
};

/** Converts a request to the scene's origin. */
const toSceneRequest = async (request: Request): Promise<Request> => {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer();
  const path = pathname.slice(base.length) || '/';
  return new Request(`${sceneOrigin}${path}${search}`, {
    method,
    headers,
    ...(body?.byteLength && { body }),
  });
};

const respondTo = async (request: Request): Promise<Response> =>
  (await getScene()).fetch(await toSceneRequest(request));

const connectHub = async (url: string, port: MessagePort): Promise<void> => {
  const post = (message: SocketMessage): void => port.postMessage(message);
  const { search } = new URL(url);
  const acceptSocket = (await getScene()).hub.admit(new Request(`${sceneOrigin}/api/events${search}`));
  if (acceptSocket instanceof Response) return post({ closed: true });
  const socket = createHostSocket({
    send: (data) => post({ data }),
    close() {
      post({ closed: true });
      socket.closed();
    },
  });
  port.onmessage = ({ data: message }: MessageEvent<SocketMessage>) => {
    if ('data' in message) socket.came(message.data);
    else if ('closed' in message) socket.closed();
  };
  acceptSocket(socket);
  post({ open: true });
};

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const isOwn = origin === worker.location.origin && (pathname === base || pathname.startsWith(`${base}/`));
  if (isOwn) event.respondWith(respondTo(event.request));
});
worker.addEventListener('message', ({ data: message, ports: [port] }) => {
  if (!port) return;
  if (message.ask === 'token') void getScene().then(({ token }) => port.postMessage(token));
  else if (message.ask === 'hub') void connectHub(message.url, port);
});
