/** The composition root: one local server over settings, project, runtime and hub. */
import type { Server } from 'node:http';
import { linkPath } from '#spec/runtime-link/link-settings.ts';
import type { JournalFile } from '#runtime/journal/journal-file.ts';
import {
  createInProcessLink,
  createUnconnectedLink,
  type PluggableLink,
} from '#runtime/link/in-process-link.ts';
import type { RemoteLink } from '#runtime/link/remote/remote-link.ts';
import type { RuntimeTarget } from '#runtime/link/runtime-link.ts';
import type { NodeDefinition } from '#runtime/nodes/dsl/define-node.ts';
import { definitionsByEnumValue } from '#runtime/nodes/index.ts';
import { createWorkerLayoutRunner } from '#runtime/controller/layout/worker-layout-runner.ts';
import { folderProjectStorage } from '#runtime/controller/projects/folder-project-storage.ts';
import { lockProject } from '#runtime/controller/projects/saving/project-lock.ts';
import { createEmbeddedRuntime } from './embedded-runtime.ts';
import { attachRuntimeLink, isLocalRuntimeLinkUpgrade } from './runtime-link/attach-runtime-link.ts';
import { createNetworkServer } from './network-server.ts';
import type { AttachHubOptions } from './hub/attach-hub.ts';
import type { Hub } from './hub/hub.ts';
import type { HubLimits } from './hub/hub-limits.ts';
import { type Log, toPrintablePath } from './log.ts';
import type { Pipeline } from './pipeline/pipeline.ts';
import type { Lan, LanOverrides } from './lan/lan.ts';
import { runPeriodically } from './run-periodically.ts';
import { systemScheduler } from './scheduler.ts';
import { createSecurity } from './security/security.ts';
import { watchSettings } from './security/watch-settings.ts';
import { openSettings, createSettingsFileStore } from './security/settings-file.ts';
import { writeImage } from './write-image.ts';
import { createBuiltPageAssets } from './viewers/built-page-assets.ts';
import { createService, type Service } from './service.ts';

interface ServerOptions {
  readonly version: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly settingsFile: string;
  /** Folder of the project to open; none is open when absent. */
  readonly project?: string | undefined;
  /** `external` waits for one that connects to the runtime link. */
  readonly runtime: 'embedded' | 'external' | 'none';
  /** Fixed steps a second. */
  readonly fps: number;
  /** What the hub takes; the settings and its own defaults decide where absent. */
  readonly hubLimits?: Partial<HubLimits> | undefined;
  /** File for a journal of the embedded runtime; none is kept when absent. */
  readonly journal?: string | undefined;
  /** Refuses what a call does not take; it is told in X-Ignored otherwise. */
  readonly strict?: boolean | undefined;
  /** What a reverse proxy puts in front of every path, such as `/scene`. */
  readonly basePath?: string | undefined;
  readonly log: Log;
  /** Switches LAN mode on for this run, whatever the settings say; on the port of the settings unless one is given. */
  readonly lan?: { readonly port?: number | undefined } | undefined;
  /** The carrier of relays, and the name under which they find this service; there are none when absent. */
  readonly relays?: { readonly url: string; readonly name: string } | undefined;
  /** What to put around the parts, for servers that are to behave otherwise. */
  readonly overrides?: ServerOverrides;
}

/** Each part is used as it is where nothing is put around it. */
export interface ServerOverrides {
  /** Node definitions by enum value in lower case. */
  nodes?(definitions: ReadonlyMap<string, NodeDefinition>): ReadonlyMap<string, NodeDefinition>;
  runtime?(runtime: RuntimeTarget): RuntimeTarget;
  dispatch?(dispatch: Service['dispatch'], service: Service): Service['dispatch'];
  readonly hub?: Partial<AttachHubOptions>;
  /** How the hub takes over the sockets of its clients. */
  accept?(accept: Hub['accept']): Hub['accept'];
  /** Gets the server before the hub does. */
  server?(server: Server): void;
  readonly lan?: LanOverrides;
}

export interface RunningServer {
  readonly url: string;
  readonly eventsUrl: string;
  /** Where a runtime of another process connects; absent where none is waited for. */
  readonly runtimeUrl?: string | undefined;
  /** Absent where LAN mode is off. */
  readonly lan?: Lan | undefined;
  readonly service: Service;
  /** To the embedded runtime, to be unplugged. */
  readonly inProcessLink: PluggableLink;
  /** What closing waits for at present; empty before {@link close}. */
  readonly pendingShutdownStep: string;
  /**
   * Takes no more connections, answers what has come in within the deadline, stops running graphs, writes files.
   * Resolves when all of it is done, with why not everything could be written where that is so.
   */
  close(deadlineMs?: number): Promise<{ readonly unsaved?: string }>;
}

const fileCheckIntervalMs = 250;
/** How long requests that came in before the end may take. */
const defaultDeadlineMs = 10_000;

/**
 * Starts the server.
 * @throws SettingsError, ProjectError, JournalError, or the error of `listen` (EADDRINUSE, EACCES); nothing is left
 * running then, and no journal behind
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

/** Loaded where it is asked for, as the journal is: the schemas of both are an eighth of those that a start would make. */
const openRemoteLink = async ({ runtime, version, log }: ServerOptions): Promise<RemoteLink | undefined> => {
  if (runtime !== 'external') return undefined;
  const { createRemoteLink } = await import('#runtime/link/remote/remote-link.ts');
  return createRemoteLink({
    serviceVersion: version,
    scheduler: systemScheduler,
    onWarning: (message) => log.warn({}, message),
  });
};

/** Loaded where there are relays. @returns takes the service off */
const connectToBroker = async (
  { relays, strict = false, log }: ServerOptions,
  service: Service,
): Promise<() => Promise<void>> => {
  if (!relays) return async () => {};
  const { connectToNats } = await import('./broker/connect-to-nats.ts');
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
  const hosted =
    options.runtime === 'embedded'
      ? createEmbeddedRuntime({ getSettings: () => security.settings, fps, journal, definitions })
      : undefined;
  const inProcess = createRuntimeLink(hosted?.runtime, overrides);
  const remote = await openRemoteLink(options);
  const service: Service = createService({
    version,
    security,
    projectHome: folderProjectStorage,
    layouter: createWorkerLayoutRunner(),
    viewers: createBuiltPageAssets(),
    writeImage,
    link: remote ?? inProcess,
    nodeTypes: [...definitions.values()].map(({ type }) => type),
    now: () => new Date(),
    network: () => front.network,
    hubLimits: options.hubLimits,
    strict: options.strict,
    basePath: options.basePath,
    lockProject,
    runDueSteps: hosted?.runtime.runDueSteps,
    onFailure: (failure, call) =>
      log.error(
        { err: failure, method: call?.method, path: call && toPrintablePath(call.path) },
        'a call failed',
      ),
    ...(log.isLevelEnabled?.('debug') && {
      onOperation: ({ method, path }, { status }) =>
        log.debug?.({ method, path: toPrintablePath(path), status }, 'operation of a batch'),
    }),
  });
  if (options.project !== undefined) await service.controller.openProject(options.project);

  const { limits, canConnect, accept } = service.hub;
  const front = createNetworkServer({
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
  const runtimes = attachRuntimeLink(front.server, remote);
  const { controller } = service;
  const { port, lan } = options;
  const { url, eventsUrl } = await front
    .listen({ port, lan, lanOverrides: overrides?.lan })
    .catch(async (failure) => {
      await controller.releaseProject();
      throw failure;
    });
  await controller.announceAddress(url);
  const endRelays = await connectToBroker(options, service).catch(async (failure) => {
    await front.close(0);
    await controller.releaseProject();
    throw failure;
  });
  hosted?.runtime.start();

  const onTroubleWithFiles = (failure: unknown): void =>
    log.error({ err: failure }, 'the files of the project could not be looked after');
  const endSyncing = runPeriodically(fileCheckIntervalMs, controller.syncEdits, onTroubleWithFiles);
  const endTending = runPeriodically(fileCheckIntervalMs, controller.syncWithFiles, onTroubleWithFiles);
  const unwatch = watchSettings(settingsFile, security.applySettings, (failure) =>
    log.warn({ err: failure }, 'the settings file was not taken into use'),
  );
  let waitsFor = '';

  return {
    url,
    eventsUrl,
    runtimeUrl: remote && new URL(linkPath, eventsUrl).href,
    lan: front.lan,
    service,
    inProcessLink: inProcess,
    get pendingShutdownStep() {
      return waitsFor;
    },
    async close(deadlineMs = defaultDeadlineMs) {
      unwatch();
      waitsFor = 'requests that came in before the end';
      const drained = front.close(deadlineMs, {
        streams: runtimes,
        close: () => remote?.close('The service is shutting down.'),
      });
      await Promise.all([drained, service.hub.close('The service is shutting down.')]);
      await endRelays();
      waitsFor = 'the project to be saved';
      hosted?.runtime.stop();
      await Promise.all([endSyncing(), endTending()]);
      const unsaved = await controller.saveChanges().then(
        () => undefined,
        (failure: Error) => failure.message,
      );
      await controller.releaseProject();
      waitsFor = 'threads and the journal of the runtime to end';
      await controller.layouts.close();
      await hosted?.close();
      return unsaved === undefined ? {} : { unsaved };
    },
  };
};

/** A runtime in this process, or none. */
const createRuntimeLink = (
  runtime: RuntimeTarget | undefined,
  around: ServerOverrides | undefined,
): PluggableLink =>
  runtime ? createInProcessLink(around?.runtime?.(runtime) ?? runtime) : createUnconnectedLink();

/** What is put around dispatch may judge calls otherwise, so that nothing is refused before it is asked, and looks into answers. */
const createOverriddenPipeline = (service: Service, around: ServerOverrides | undefined): Pipeline => {
  const dispatch = around?.dispatch?.(service.dispatch, service);
  return dispatch
    ? {
        ...service,
        dispatch: (call, routed) => dispatch({ ...call, acceptsBytes: false }, routed),
        authorize: ({ method, path }) => service.route(method, path),
      }
    : service;
};
