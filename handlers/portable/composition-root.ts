/**
 * The composition root for hosts with the Fetch API: it creates a service with its runtime and a store, but without a
 * server socket.
 */
import { createHttpDevice } from '#runtime/devices/http-device.ts';
import { createStoreFilesDevice } from '#runtime/devices/store-files-device.ts';
import { createInProcessLink } from '#runtime/link/in-process-link.ts';
import { defaultFps } from '#runtime/runtime-options.ts';
import { createRuntime } from '#runtime/runtime.ts';
import { createInProcessRenderer } from '#runtime/scene/rendering/in-process-renderer.ts';
import { systemScheduler } from '#runtime/shared/scheduler.ts';
import { decodeUtf8 } from '#runtime/shared/text-encoding.ts';
import { ApiError } from '#spec/errors.ts';
import { operations } from '#spec/rest/index.ts';
import { hubPath } from '#spec/service-address.ts';
import manifest from '../../package.json' with { type: 'json' };
import { createFileStoreProjectStorage } from '../controller/projects/file-store-project-storage.ts';
import { serializeProjectFile } from '../controller/projects/project-file-format.ts';
import { projectFile, serviceFolder } from '../controller/projects/project.ts';
import { createFetchHost, toCall, toResponse } from '../hosts/fetch-host.ts';
import {
  createConnectPolicy,
  createHubCaller,
  findConnectError,
  toConnectRequest,
} from '../hub/connect-policy.ts';
import { type Call, createErrorReply, type RemoteListener } from '../pipeline/call.ts';
import { createUnsavedEditError } from '../pipeline/edits.ts';
import { createSecurity, type SettingsStore } from '../security/security.ts';
import { createToken, Settings } from '../security/settings.ts';
import { createService } from '../service.ts';
import { createMemoryStore } from './file-stores.ts';
import { createEventLoopYielder, createRequestDrivenClock } from './host-schedulers.ts';
import { createHostHubSocket } from './host-sockets.ts';
import { setPhysicsEngine } from './shims/load-rapier.ts';
import type { LoadedRapier } from '#runtime/scene/physics/load-rapier.ts';
import type { FileStore } from '#runtime/shared/file-store.ts';
import type { LayoutRunner } from '../controller/layout/layout-request.ts';
import type { PageAssets } from '../viewers/page-file-types.ts';
import type { CreateScene, Scene, SceneSettings } from './api.ts';

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
  const requestClock = time === 'asked' ? createRequestDrivenClock() : undefined;
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
    const response = await host(request, { address, remoteListener });
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
      if (!Object.hasOwn(operations, id)) throw new Error(`There is no operation '${id}'.`);
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
          call.path === hubPath
            ? findConnectError(connectRequest, hub, connectPolicy)
            : new ApiError('ROUTE_NOT_FOUND', `The hub is at ${hubPath}.`);
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
      service.endStreams();
      await hub.close('The service is shutting down.');
      runtime.stop();
      await controller.saveChanges();
      await controller.releaseProject();
    },
  };
};

const rejectGuide = async (): Promise<never> => {
  const reason = 'This host has no guides. They are in the npm package, in spec/guides.';
  throw new ApiError('ROUTE_NOT_FOUND', reason);
};

/** The page assets for hosts that don't have the viewers' files. */
const noViewers: PageAssets = {
  guides: { index: rejectGuide, guide: rejectGuide },
  live: { index: async () => undefined, read: async () => undefined },
  reference: async () => {
    throw new ApiError(
      'ROUTE_NOT_FOUND',
      'This host has no reference page. /openapi.json has the same content.',
    );
  },
};

/** Creates an empty project in an empty store, like `scene-runtime init` in an empty folder. */
const initializeStore = async (store: FileStore): Promise<void> => {
  if (await store.read(projectFile)) return;
  await store.write(projectFile, new TextEncoder().encode(serializeProjectFile(new Map())));
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

const settingsPath = `${serviceFolder}/api-security-settings.json`;

/**
 * Creates a settings store that keeps the settings in a scene's store, beside the project.
 * @param project the project's location, as shown to users
 */
const createStoredSettings = (store: FileStore, project: string): SettingsStore => ({
  location: `${project}/${settingsPath}`,
  async read() {
    const content = await store.read(settingsPath);
    return content && Settings.parse(JSON.parse(decodeUtf8(content)));
  },
  write: (settings) =>
    store.write(settingsPath, new TextEncoder().encode(`${JSON.stringify(settings, null, 2)}\n`)),
});

/**
 * Opens the settings that the host passed. If these contain no token, the token is read from the store, or created and
 * stored.
 */
const openStoredSettings = async (
  store: FileStore,
  project: string,
  requested: SceneSettings = {},
): Promise<{ readonly settings: Settings; readonly settingsStore: SettingsStore }> => {
  const settingsStore = createStoredSettings(store, project);
  const stored = requested.apiToken === undefined ? await settingsStore.read() : undefined;
  const apiToken = requested.apiToken ?? stored?.apiToken ?? createToken();
  const settings = Settings.parse({ apiEnabled: true, ...requested, apiToken });
  if (requested.apiToken === undefined && !stored) await settingsStore.write(settings);
  return { settings, settingsStore };
};
