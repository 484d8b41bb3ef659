/**
 * The composition root for hosts with the Fetch API: it creates a service with its runtime and a store, but without a
 * server socket.
 */
import manifest from '../../package.json' with { type: 'json' };
import { createHttpDevice } from '#runtime/devices/http-device.ts';
import { createStoreFilesDevice } from '#runtime/devices/store-files-device.ts';
import { systemScheduler } from '#runtime/shared/scheduler.ts';
import { createInProcessLink } from '#runtime/link/in-process-link.ts';
import type { LoadedRapier } from '#runtime/scene/physics/load-rapier.ts';
import { createRuntime } from '#runtime/runtime.ts';
import { defaultFps } from '#runtime/runtime-options.ts';
import { createInProcessRenderer } from '#runtime/scene/rendering/in-process-renderer.ts';
import type { LayoutRunner } from '../controller/layout/layout-runner.ts';
import { createFileStoreProjectStorage } from '../controller/projects/file-store/file-store-project-storage.ts';
import { createMemoryStore } from '#runtime/shared/file-stores.ts';
import { hubPath } from '#spec/service-address.ts';
import { ApiError } from '#spec/errors.ts';
import { createFetchHost } from '../hosts/fetch-host.ts';
import { toCall, toResponse } from '../hosts/fetch-conversion.ts';
import {
  createConnectPolicy,
  createHubCaller,
  toConnectRequest,
  findConnectError,
} from '../hub/connect-policy.ts';
import type { Call, RemoteListener } from '../pipeline/call.ts';
import { createErrorReply } from '../pipeline/reply.ts';
import { createUnsavedEditError } from '../pipeline/save-errors.ts';
import { handlers } from '../rest/index.ts';
import { createSecurity } from '../security/security.ts';
import { createService } from '../service.ts';
import type { CreateScene, Scene } from './api.ts';
import { createRequestDrivenClock } from './request-driven-clock.ts';
import { createHostHubSocket } from './host-hub-socket.ts';
import { noViewers } from './no-viewers.ts';
import { initializeStore } from './initialize-store.ts';
import { openStoredSettings } from './stored-settings.ts';
import { setPhysicsEngine } from './shared-physics-engine.ts';
import { createEventLoopYielder } from './yield-to-event-loop.ts';

const loopbackAddress = '127.0.0.1';
const saveIntervalMs = 250;

/**
 * Computes layouts in the scene's own thread. The layouter takes up most of the bundle, so it is initialized only for
 * the first layout.
 */
const layouter: LayoutRunner = {
  arrange: async (request) => (await import('../controller/layout/arrange-nodes.ts')).arrangeNodes(request),
  close: async () => {},
};

const createRemoteListener = (names: readonly string[]): RemoteListener => {
  const ownHosts = new Set(names.map((name) => name.toLowerCase()));
  return { isOwnHost: (host) => ownHosts.has((host ?? '').replace(/:\d+$/, '').toLowerCase()) };
};

/** Converts a request to a call. If there is no Host header, the host is taken from the URL. */
const toCallWithHost = (request: Request, address: string, remoteListener: RemoteListener | undefined) => {
  const call = toCall(request, address, remoteListener);
  return { ...call, host: call.host ?? new URL(request.url).host };
};

const createNotHubError = (): ApiError => new ApiError('ROUTE_NOT_FOUND', `The hub is at ${hubPath}.`);

/**
 * Creates a scene.
 * @throws ProjectError if the project in the store can't be opened
 */
export const createScene: CreateScene = async ({
  store = createMemoryStore(),
  name = 'Scene',
  settings: requestedSettings,
  names,
  physics,
  time = 'always',
  fps = defaultFps,
  strict,
  onFailure = (failure: unknown) => console.error(failure),
} = {}) => {
  if (physics) setPhysicsEngine(physics as LoadedRapier);
  const { settings, settingsStore } = await openStoredSettings(store, `/${name}`, requestedSettings);
  const security = createSecurity(settings, settingsStore, Date.now);
  const remoteListener = names && createRemoteListener(names);
  const requestClock = time === 'asked' ? createRequestDrivenClock(() => performance.now()) : undefined;
  const runtime = createRuntime({
    ...{
      fps,
      scheduler: requestClock ?? systemScheduler,
      sliceScheduler: systemScheduler,
      now: () => new Date(),
    },
    http: createHttpDevice({ allowedHosts: () => security.settings.allowedHosts }),
    pictures: createInProcessRenderer(),
    files: createStoreFilesDevice(store),
  });
  const service = createService({
    ...{ version: manifest.version, security, viewers: noViewers, strict, onFailure },
    projectHome: createFileStoreProjectStorage(store, name),
    layouter,
    link: createInProcessLink(runtime),
    now: () => new Date(),
    scheduler: systemScheduler,
    runDueSteps: requestClock?.runDueTasks ?? runtime.runDueSteps,
  });
  const { controller, hub } = service;
  await initializeStore(store);
  await controller.openProject(`/${name}`);
  runtime.start();
  const saveTimer = requestClock
    ? undefined
    : setInterval(() => void controller.syncEdits().catch(onFailure), saveIntervalMs);

  const host = createFetchHost(service);
  const yieldToEventLoop = createEventLoopYielder(systemScheduler);
  const connectPolicy = createConnectPolicy(security);

  /** Whether a request may edit the project, directly or in a batch. */
  const mayEdit = ({ method, path }: Call): boolean => {
    const { operation } = service.route(method, path);
    return operation !== undefined && (operation.editsProject || operation.spec.area === 'batch');
  };

  const handleRequest: Scene['fetch'] = async (request, { address = loopbackAddress } = {}) => {
    await yieldToEventLoop();
    const response = await host(request, { address, remoteListener: remoteListener });
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') return response;
    await controller.syncEdits();
    const { editFailure } = controller;
    if (!editFailure || !response.ok) return response;
    const call = toCall(request, address, remoteListener);
    return mayEdit(call)
      ? toResponse(service.toErrorReply(createUnsavedEditError(editFailure), call), method)
      : response;
  };

  return {
    get token() {
      return security.settings.apiToken;
    },
    fetch: handleRequest,
    operation(id) {
      if (!Object.hasOwn(handlers, id)) throw new Error(`There is no operation '${id}'.`);
      return async (request, source) => {
        const { method, path } = toCall(request, loopbackAddress);
        const { match } = service.route(method, path);
        if (match && 'id' in match && match.id === id) return handleRequest(request, source);
        return toResponse(
          createErrorReply(new ApiError('ROUTE_NOT_FOUND', `This function serves only ${id}.`)),
          method,
        );
      };
    },
    hub: {
      admit(request, { address = loopbackAddress } = {}) {
        const call = toCallWithHost(request, address, remoteListener);
        const connectRequest = toConnectRequest(call);
        const error =
          call.path === hubPath ? findConnectError(connectRequest, hub, connectPolicy) : createNotHubError();
        if (error) return toResponse(createErrorReply(error), 'GET');
        return (socket) =>
          hub.accept(
            createHostHubSocket(socket),
            createHubCaller(connectRequest, connectPolicy),
            connectRequest.connectionToken,
          );
      },
    },
    async close() {
      clearInterval(saveTimer);
      await hub.close('The service is shutting down.');
      runtime.stop();
      await controller.saveChanges();
      await controller.releaseProject();
    },
  };
};
