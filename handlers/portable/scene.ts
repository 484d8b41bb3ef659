/** The composition root for hosts that have the Fetch API: one service over a store, with its runtime, and no socket of its own. */
import manifest from '../../package.json' with { type: 'json' };
import { createHttpDevice } from '#runtime/devices/http-device.ts';
import { createStoredFiles } from '#runtime/devices/stored-files.ts';
import { systemScheduler } from '#runtime/frame/scheduler.ts';
import { createInProcessLink } from '#runtime/link/in-process.ts';
import { createRuntime, defaultFps } from '#runtime/runtime.ts';
import { createPicturesInThread } from '#runtime/scene/pictures/pictures-in-thread.ts';
import type { Layouter } from '#runtime/controller/layout/layouter.ts';
import { createStoredHome } from '#runtime/controller/projects/stored/stored-home.ts';
import { createMemoryStore } from '#runtime/disk/stores/memory-store.ts';
import type { FileStore } from '#runtime/disk/file-store.ts';
import { createFetchHost } from '../hosts/fetch.ts';
import { toCall, toResponse } from '../hosts/translate.ts';
import { admissionBy, createCaller, knockOf, refusalOfKnock } from '../hub/admission.ts';
import type { Entrance } from '../pipeline/call.ts';
import { faultReply } from '../pipeline/reply.ts';
import { createSecurity } from '../security/security.ts';
import { newToken, Settings } from '../security/settings.ts';
import { createService } from '../service.ts';
import { createAskedTime } from './asked-time.ts';
import { hostScheduler } from './host-scheduler.ts';
import { type HostSocket, hostWire } from './host-socket.ts';
import { noViewers } from './no-viewers.ts';
import { openStore } from './open-store.ts';

export interface SceneOptions {
  /** Keeps the project; memory does when absent. An empty one is made an empty project. */
  readonly store?: FileStore;
  /** Name of the project; `Scene` when absent. */
  readonly name?: string;
  /** What the settings file of a server says; the API is on unless `apiEnabled` is false. A token is made where there is none. */
  readonly settings?: Partial<Settings>;
  /** Names beside those of loopback by which clients know the host. With them, everybody needs the token, as in LAN mode. */
  readonly names?: readonly string[];
  /**
   * `always`: steps follow the host's timers. `asked`: they are made when somebody asks, for hosts whose timers end with each
   * request. `always` when absent.
   */
  readonly time?: 'always' | 'asked';
  /** Fixed steps a second; 60 when absent. */
  readonly fps?: number;
  /** Whether what a call does not take is refused rather than told. */
  readonly strict?: boolean;
  /** Told of a failure that no fault explains; the console of the host is when absent. */
  readonly onFailure?: (failure: unknown) => void;
}

/** Where a request came from, as the host knows it. */
export interface RequestSource {
  /** Address of the peer; that of this machine when absent. */
  readonly address?: string;
}

export interface Scene {
  /** What callers show as `X-API-Key`. */
  readonly token: string;
  /** Answers a request of the API. An edit is in the store before it is answered. */
  fetch(request: Request, source?: RequestSource): Promise<Response>;
  readonly hub: {
    /** The answer to a request to connect that is refused; undefined for one that may be upgraded. */
    refusal(request: Request, source?: RequestSource): Response | undefined;
    /** Takes over the open socket of a request that was upgraded. */
    accept(socket: HostSocket, request: Request, source?: RequestSource): void;
  };
  /** Closes the hub, stops running graphs, and writes what is not in the store yet. */
  close(): Promise<void>;
}

const here = '127.0.0.1';
const savingMs = 250;

/** In the thread of the scene itself. Most of the bundle is for it, and asleep until the first graph is arranged. */
const layouter: Layouter = {
  arrange: async (request) => (await import('#runtime/controller/layout/arrange.ts')).arrange(request),
  close: async () => {},
};

const entranceFor = (names: readonly string[]): Entrance => {
  const own = new Set(names.map((name) => name.toLowerCase()));
  return { isOwnHost: (host) => own.has((host ?? '').replace(/:\d+$/, '').toLowerCase()) };
};

/** A request names its host by its address, where no header does. */
const calledBy = (request: Request, address: string, entrance: Entrance | undefined) => {
  const call = toCall(request, address, entrance);
  return { ...call, host: call.host ?? new URL(request.url).host };
};

/** @throws ProjectError when the store holds a project that cannot be opened */
export const createScene = async ({
  store = createMemoryStore(),
  name = 'Scene',
  settings: chosen,
  names,
  time = 'always',
  fps = defaultFps,
  strict,
  onFailure = (failure) => console.error(failure),
}: SceneOptions = {}): Promise<Scene> => {
  const settings = Settings.parse({ apiEnabled: true, apiToken: newToken(), ...chosen });
  let kept = settings;
  const keeper = {
    place: 'the options of the scene',
    read: async () => kept,
    write: async (next: Settings) => {
      kept = next;
    },
  };
  const security = createSecurity(settings, keeper, Date.now);
  const entrance = names && entranceFor(names);
  const asked = time === 'asked' ? createAskedTime(() => performance.now()) : undefined;
  const runtime = createRuntime({
    ...{ fps, scheduler: asked ?? systemScheduler, now: () => new Date() },
    http: createHttpDevice({ allowedHosts: () => security.settings.allowedHosts }),
    pictures: createPicturesInThread(),
    files: createStoredFiles(store),
  });
  const service = createService({
    ...{ version: manifest.version, security, viewers: noViewers, strict, onFailure },
    home: createStoredHome(store, name),
    layouter,
    link: createInProcessLink(runtime),
    now: () => new Date(),
    scheduler: hostScheduler,
    keepUp: asked?.catchUp ?? runtime.keepUp,
  });
  const { controller, hub } = service;
  await openStore(store);
  await controller.openProject(`/${name}`);
  runtime.start();
  const saving = asked
    ? undefined
    : setInterval(() => void controller.syncEdits().catch(onFailure), savingMs);

  const host = createFetchHost(service);
  const admission = admissionBy(security);
  const knocking = (request: Request, address: string) => knockOf(calledBy(request, address, entrance));

  return {
    get token() {
      return security.settings.apiToken;
    },
    async fetch(request, { address = here } = {}) {
      const response = await host(request, { address, entrance });
      if (request.method !== 'GET' && request.method !== 'HEAD') await controller.syncEdits();
      return response;
    },
    hub: {
      refusal(request, { address = here } = {}) {
        const fault = refusalOfKnock(knocking(request, address), hub, admission);
        return fault && toResponse(faultReply(fault), 'GET');
      },
      accept(socket, request, { address = here } = {}) {
        const knock = knocking(request, address);
        hub.accept(hostWire(socket), createCaller(knock, admission), knock.connectionToken);
      },
    },
    async close() {
      clearInterval(saving);
      await hub.close('The service is shutting down.');
      runtime.stop();
      await controller.flush();
      await controller.release();
    },
  };
};
