/** The composition root of a local server with settings, a project, a runtime and the hub. */
import { join } from 'node:path';
import {
  createInProcessLink,
  createUnconnectedLink,
  type PluggableLink,
} from '#runtime/link/in-process-link.ts';
import { definitionsByEnumValue } from '#runtime/nodes/index.ts';
import { createWorkerAssetChecker } from '#runtime/scene/assets/worker-asset-checker.ts';
import { writeAtomically } from '#runtime/shared/atomic-write.ts';
import { serviceScheduler } from '#runtime/shared/scheduler.ts';
import { linkPath } from '#spec/runtime-link/link-settings.ts';
import { createWorkerLayoutRunner } from './controller/layout/worker-layout-runner.ts';
import { folderProjectStorage } from './controller/projects/folder-project-storage.ts';
import { lockProject } from './controller/projects/saving/project-lock.ts';
import { createEmbeddedRuntime } from './embedded-runtime.ts';
import { addDevicesToLink } from './link-with-devices.ts';
import { createFailureLog, type Log, toPrintablePath } from './log.ts';
import { createNetworkServer, runPeriodically } from './network-server.ts';
import { attachRuntimeLink, isLocalRuntimeLinkUpgrade } from './runtime-link/attach-runtime-link.ts';
import { createSecurity } from './security/security.ts';
import { createSettingsFileStore, openSettings, watchSettings } from './security/settings-file.ts';
import { createService, type Service } from './service.ts';
import { createBuiltPageAssets } from './viewers/built-page-assets.ts';
import type { NodeType } from '#spec/node-type.ts';
import type { Server } from 'node:http';
import type { JournalFile } from '#runtime/journal/journal-file.ts';
import type { RemoteLink } from '#runtime/link/remote/remote-link.ts';
import type { RuntimeTarget } from '#runtime/link/runtime-link.ts';
import type { NodeDefinition } from '#runtime/nodes/dsl/define-node.ts';
import type { AttachHubOptions } from './hub/attach-hub.ts';
import type { HubLimits } from './hub/hub-limits.ts';
import type { Hub } from './hub/hub.ts';
import type { Lan, LanOverrides } from './lan/lan.ts';
import type { Pipeline } from './pipeline/pipeline.ts';

interface ServerOptions {
  readonly version: string;
  /** The port; 0 picks a free one. */
  readonly port: number;
  readonly settingsFile: string;
  /** The folder of the project to open. By default, no project is opened. */
  readonly project?: string | undefined;
  /** The kind of runtime. `external` waits for a runtime that connects over the runtime link. */
  readonly runtime: 'embedded' | 'external' | 'none';
  /** Fixed steps per second. */
  readonly fps: number;
  /** The hub's limits. By default, they come from the settings and from the hub's own defaults. */
  readonly hubLimits?: Partial<HubLimits> | undefined;
  /** The file for the embedded runtime's journal. By default, no journal is written. */
  readonly journal?: string | undefined;
  /** Whether to reject unknown fields. By default, they are reported in X-Ignored. */
  readonly strict?: boolean | undefined;
  /** The base path that a reverse proxy adds, such as `/scene`. */
  readonly basePath?: string | undefined;
  readonly log: Log;
  /** Enables LAN mode for this run, whatever the settings say. Without `port`, the port from the settings is used. */
  readonly lan?: { readonly port?: number | undefined } | undefined;
  /** The broker to which relays connect, and this service's name on it. If absent, there are no relays. */
  readonly relays?: { readonly url: string; readonly name: string } | undefined;
  /** Functions that replace or wrap parts of the server. */
  readonly overrides?: ServerOverrides;
}

/** Functions that replace or wrap parts of the server. If a function is absent, its part is used unchanged. */
export interface ServerOverrides {
  /** Receives and returns node definitions, keyed by the enum value in lower case. */
  nodes?(definitions: ReadonlyMap<string, NodeDefinition>): ReadonlyMap<string, NodeDefinition>;
  runtime?(runtime: RuntimeTarget): RuntimeTarget;
  dispatch?(dispatch: Service['dispatch'], service: Service): Service['dispatch'];
  readonly hub?: Partial<AttachHubOptions>;
  /** Wraps the function with which the hub accepts client sockets. */
  accept?(accept: Hub['accept']): Hub['accept'];
  /** Called with the server before the hub is attached to it. */
  server?(server: Server): void;
  readonly lan?: LanOverrides;
}

export interface RunningServer {
  readonly url: string;
  readonly eventsUrl: string;
  /** The URL at which a runtime in another process connects. Absent if no such runtime is expected. */
  readonly runtimeUrl?: string | undefined;
  /** The LAN listener; absent while LAN mode is off. */
  readonly lan?: Lan | undefined;
  readonly service: Service;
  /** The link to the embedded runtime. Tests can disconnect it. */
  readonly inProcessLink: PluggableLink;
  /** What the server currently waits for while it closes; empty before {@link close} is called. */
  readonly pendingShutdownStep: string;
  /**
   * Stops accepting connections, answers pending requests before the deadline, stops running graphs and writes files.
   * Resolves when everything is done; `unsaved` is the reason if not everything could be written.
   */
  close(deadlineMs?: number): Promise<{ readonly unsaved?: string }>;
}

const fileCheckIntervalMs = 250;
/** The time allowed for pending requests at shutdown, in milliseconds. */
const defaultDeadlineMs = 10_000;

/**
 * Starts the server.
 * @throws SettingsError, ProjectError, JournalError, or the error of `listen` (EADDRINUSE, EACCES); after an error,
 * nothing is left running, and no journal is left behind
 */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const journal = await openJournal(options);
  try {
    return await startWithJournal(options, journal);
  } catch (failure) {
    await journal?.delete();
    throw failure;
  }
};

const openJournal = async ({ journal, log }: ServerOptions): Promise<JournalFile | undefined> => {
  if (journal === undefined) return undefined;
  const { createJournalFile } = await import('#runtime/journal/journal-file.ts');
  return createJournalFile(journal, (failure) => log.error({ err: failure }, 'the journal ends here'));
};

/**
 * Opens the link for an external runtime. Like the journal's code, the link's code is loaded on demand, because
 * together they would add an eighth to the schemas loaded at startup.
 */
const openRemoteLink = async (
  { runtime, version, log }: ServerOptions,
  nodeTypes: readonly NodeType[],
): Promise<RemoteLink | undefined> => {
  if (runtime !== 'external') return undefined;
  const { createRemoteLink } = await import('#runtime/link/remote/remote-link.ts');
  return createRemoteLink({
    serviceVersion: version,
    nodeTypes,
    scheduler: serviceScheduler,
    onWarning: (message) => log.warn({}, message),
  });
};

/**
 * Connects the service to the broker, if there are relays. The code is loaded only in this case.
 * @returns a function that disconnects the service
 */
const connectToBroker = async (
  { relays, strict = false, log }: ServerOptions,
  service: Service,
): Promise<() => Promise<void>> => {
  if (!relays) return async () => {};
  const { connectToNats } = await import('./broker/serve-relays.ts');
  return connectToNats({ ...relays, service, strict, log });
};

const startWithJournal = async (
  options: ServerOptions,
  journal: JournalFile | undefined,
): Promise<RunningServer> => {
  const { version, settingsFile, log, fps, overrides } = options;
  const settings = await openSettings(settingsFile, { apiEnabled: true });
  const security = createSecurity(settings, createSettingsFileStore(settingsFile), Date.now);
  const definitions = overrides?.nodes?.(definitionsByEnumValue) ?? definitionsByEnumValue;
  const embedded =
    options.runtime === 'embedded'
      ? createEmbeddedRuntime({ getSettings: () => security.settings, fps, journal, definitions })
      : undefined;
  const inProcessLink = createRuntimeLink(embedded?.runtime, overrides);
  // An external runtime may read other files.
  const assetChecker = embedded && createWorkerAssetChecker();
  const nodeTypes = [...definitions.values()].map(({ type }) => type);
  const remoteLink = await openRemoteLink(options, nodeTypes);
  const devices = remoteLink && addDevicesToLink(remoteLink, () => security.settings);
  const service: Service = createService({
    version,
    security,
    projectHome: folderProjectStorage,
    assetChecker,
    layouter: createWorkerLayoutRunner(),
    viewers: createBuiltPageAssets(),
    writeImage: (folder, name, image) => writeAtomically(join(folder, name), image),
    link: devices ?? inProcessLink,
    nodeTypes,
    now: () => new Date(),
    network: () => networkServer.network,
    hubLimits: options.hubLimits,
    strict: options.strict,
    basePath: options.basePath,
    lockProject,
    runDueSteps: embedded?.runtime.runDueSteps,
    onFailure: createFailureLog(log),
    ...(log.isLevelEnabled?.('debug') && {
      onOperation: ({ method, path }, { status }) =>
        log.debug?.({ method, path: toPrintablePath(path), status }, 'operation of a batch'),
    }),
  });
  if (options.project !== undefined) await service.controller.openProject(options.project);

  const { limits, canConnect, accept } = service.hub;
  const networkServer = createNetworkServer({
    pipeline: createOverriddenPipeline(service, overrides),
    hub: { limits, canConnect, accept: overrides?.accept?.(accept) ?? accept },
    ...{
      security,
      log,
      connectPolicy: overrides?.hub,
      acceptsUpgrade: isLocalRuntimeLinkUpgrade,
      onServerCreated: overrides?.server,
    },
  });
  const runtimes = attachRuntimeLink(networkServer.server, remoteLink);
  const { controller } = service;
  const { port, lan } = options;
  const { url, eventsUrl } = await networkServer
    .listen({ port, lan, lanOverrides: overrides?.lan })
    .catch(async (failure) => {
      await controller.releaseProject();
      throw failure;
    });
  await controller.announceAddress(url);
  const disconnectRelays = await connectToBroker(options, service).catch(async (failure) => {
    await networkServer.close(0);
    await controller.releaseProject();
    throw failure;
  });
  embedded?.runtime.start();

  const onFileCheckFailure = (failure: unknown): void =>
    log.error({ err: failure }, 'the files of the project could not be checked');
  const stopEditSync = runPeriodically(fileCheckIntervalMs, controller.syncEdits, onFileCheckFailure);
  const stopFileSync = runPeriodically(fileCheckIntervalMs, controller.syncWithFiles, onFileCheckFailure);
  const unwatch = watchSettings(settingsFile, security.applySettings, (failure) =>
    log.warn({ err: failure }, 'the settings file was not applied'),
  );
  let pendingShutdownStep = '';

  return {
    url,
    eventsUrl,
    runtimeUrl: remoteLink && new URL(linkPath, eventsUrl).href,
    lan: networkServer.lan,
    service,
    inProcessLink,
    get pendingShutdownStep() {
      return pendingShutdownStep;
    },
    async close(deadlineMs = defaultDeadlineMs) {
      unwatch();
      pendingShutdownStep = 'pending requests';
      service.endStreams();
      const drained = networkServer.close(deadlineMs, {
        streams: runtimes,
        close: () => remoteLink?.close('The service is shutting down.'),
      });
      await Promise.all([drained, service.hub.close('The service is shutting down.')]);
      await disconnectRelays();
      pendingShutdownStep = 'the project to be saved';
      embedded?.runtime.stop();
      await Promise.all([stopEditSync(), stopFileSync()]);
      const unsaved = await controller.saveChanges().then(
        () => undefined,
        (failure: Error) => failure.message,
      );
      await controller.releaseProject();
      pendingShutdownStep = 'threads and the journal of the runtime to end';
      await controller.layouts.close();
      await assetChecker?.close();
      await embedded?.close();
      await devices?.closeDevices();
      return unsaved === undefined ? {} : { unsaved };
    },
  };
};

/** Creates the link to the runtime in this process, or an unconnected link if there is none. */
const createRuntimeLink = (
  runtime: RuntimeTarget | undefined,
  overrides: ServerOverrides | undefined,
): PluggableLink =>
  runtime ? createInProcessLink(overrides?.runtime?.(runtime) ?? runtime) : createUnconnectedLink();

/**
 * Creates the pipeline with the override for `dispatch`, if there is one. Because an override may authorize calls
 * differently and inspect replies, no call is rejected before the override, and replies are not passed as bytes.
 */
const createOverriddenPipeline = (service: Service, overrides: ServerOverrides | undefined): Pipeline => {
  const dispatch = overrides?.dispatch?.(service.dispatch, service);
  return dispatch
    ? {
        ...service,
        dispatch: (call, routed) => dispatch({ ...call, acceptsBytes: false }, routed),
        authorize: ({ method, path }) => service.route(method, path),
      }
    : service;
};
