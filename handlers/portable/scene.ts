/** The composition root for hosts that have the Fetch API: one service over a store, with its runtime, and no socket of its own. */
import manifest from '../../package.json' with { type: 'json' };
import { createHttpDevice } from '#runtime/devices/http-device.ts';
import { createStoreFilesDevice } from '#runtime/devices/store-files-device.ts';
import { systemScheduler } from '#runtime/frame/timer-scheduler.ts';
import { createInProcessLink } from '#runtime/link/in-process.ts';
import type { LoadedRapier } from '#runtime/scene/physics/load-rapier.ts';
import { createRuntime } from '#runtime/runtime.ts';
import { defaultFps } from '#runtime/runtime-options.ts';
import { createInProcessRenderer } from '#runtime/scene/rendering/in-process-renderer.ts';
import type { Layouter } from '#runtime/controller/layout/layouter.ts';
import { createStoredHome } from '#runtime/controller/projects/stored/stored-home.ts';
import { createMemoryStore } from '#runtime/disk/stores/memory-store.ts';
import { hubPath } from '#spec/service-address.ts';
import { ApiError } from '#spec/errors.ts';
import { createFetchHost } from '../hosts/fetch.ts';
import { toCall, toResponse } from '../hosts/translate.ts';
import { admissionBy, createCaller, knockOf, refusalOfKnock } from '../hub/admission.ts';
import type { Call, Entrance } from '../pipeline/call.ts';
import { faultReply } from '../pipeline/reply.ts';
import { madeButUnsaved } from '../pipeline/unsaved.ts';
import { handlers } from '../rest/index.ts';
import { createSecurity } from '../security/security.ts';
import { createService } from '../service.ts';
import type { CreateScene, Scene } from './api.ts';
import { createAskedTime } from './asked-time.ts';
import { hostScheduler } from './host-scheduler.ts';
import { hostWire } from './host-wire.ts';
import { noViewers } from './no-viewers.ts';
import { openStore } from './open-store.ts';
import { openStoredSettings } from './stored-settings.ts';
import { giveEngine } from './physics-engine.ts';
import { createTurns } from './turns.ts';

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

const notTheHub = (): ApiError => new ApiError('ROUTE_NOT_FOUND', `The hub is at ${hubPath}.`);

/** @throws ProjectError when the store holds a project that cannot be opened */
export const createScene: CreateScene = async ({
  store = createMemoryStore(),
  name = 'Scene',
  settings: chosen,
  names,
  physics,
  time = 'always',
  fps = defaultFps,
  strict,
  onFailure = (failure: unknown) => console.error(failure),
} = {}) => {
  if (physics) giveEngine(physics as LoadedRapier);
  const { settings, keeper } = await openStoredSettings(store, `/${name}`, chosen);
  const security = createSecurity(settings, keeper, Date.now);
  const entrance = names && entranceFor(names);
  const asked = time === 'asked' ? createAskedTime(() => performance.now()) : undefined;
  const runtime = createRuntime({
    ...{ fps, scheduler: asked ?? systemScheduler, sliceScheduler: systemScheduler, now: () => new Date() },
    http: createHttpDevice({ allowedHosts: () => security.settings.allowedHosts }),
    pictures: createInProcessRenderer(),
    files: createStoreFilesDevice(store),
  });
  const service = createService({
    ...{ version: manifest.version, security, viewers: noViewers, strict, onFailure },
    home: createStoredHome(store, name),
    layouter,
    link: createInProcessLink(runtime),
    now: () => new Date(),
    scheduler: hostScheduler,
    keepUp: asked?.catchUp ?? runtime.runDueSteps,
  });
  const { controller, hub } = service;
  await openStore(store);
  await controller.openProject(`/${name}`);
  runtime.start();
  const saving = asked
    ? undefined
    : setInterval(() => void controller.syncEdits().catch(onFailure), savingMs);

  const host = createFetchHost(service);
  const giveTurns = createTurns(hostScheduler);
  const admission = admissionBy(security);

  /** Whether a request edits the project, or is a batch, which may. */
  const mayEdit = ({ method, path }: Call): boolean => {
    const { operation } = service.route(method, path);
    return operation !== undefined && (operation.editsProject || operation.spec.area === 'batch');
  };

  const answer: Scene['fetch'] = async (request, { address = here } = {}) => {
    await giveTurns();
    const response = await host(request, { address, entrance });
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') return response;
    await controller.syncEdits();
    const { editFailure } = controller;
    if (!editFailure || !response.ok) return response;
    const call = toCall(request, address, entrance);
    return mayEdit(call) ? toResponse(service.failed(madeButUnsaved(editFailure), call), method) : response;
  };

  return {
    get token() {
      return security.settings.apiToken;
    },
    fetch: answer,
    operation(id) {
      if (!Object.hasOwn(handlers, id)) throw new Error(`There is no operation '${id}'.`);
      return async (request, source) => {
        const { method, path } = toCall(request, here);
        const { match } = service.route(method, path);
        if (match && 'id' in match && match.id === id) return answer(request, source);
        return toResponse(
          faultReply(new ApiError('ROUTE_NOT_FOUND', `This function serves ${id} alone.`)),
          method,
        );
      };
    },
    hub: {
      admit(request, { address = here } = {}) {
        const call = calledBy(request, address, entrance);
        const knock = knockOf(call);
        const fault = call.path === hubPath ? refusalOfKnock(knock, hub, admission) : notTheHub();
        if (fault) return toResponse(faultReply(fault), 'GET');
        return (socket) =>
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
