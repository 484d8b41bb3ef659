/** The composition root: one local server over settings, project, runtime and hub. */
import type { Server } from 'node:http';
import { linkPath } from '#spec/runtime-link/link-settings.ts';
import type { JournalFile } from '#runtime/journal/journal-file.ts';
import { createInProcessLink, createNoLink, type PluggableLink } from '#runtime/link/in-process.ts';
import type { RemoteLink } from '#runtime/link/remote/remote-link.ts';
import type { RuntimeTarget } from '#runtime/link/protocol.ts';
import type { NodeDefinition } from '#runtime/nodes/dsl/define-node.ts';
import { definitionsByEnumValue } from '#runtime/nodes/index.ts';
import { createWorkerLayouter } from '#runtime/controller/layout/worker-layouter.ts';
import { folderHome } from '#runtime/controller/projects/folder-home.ts';
import { lockProject } from '#runtime/controller/projects/saving/project-lock.ts';
import { createHostedRuntime } from './hosted-runtime.ts';
import { attachRuntimeLink, isForRuntimeLink } from './runtime-link/attach.ts';
import { createFront } from './front.ts';
import type { AttachOptions } from './hub/attach.ts';
import type { Hub } from './hub/hub.ts';
import type { HubLimits } from './hub/limits.ts';
import { type Log, printable } from './log.ts';
import type { Pipeline } from './pipeline/dispatch.ts';
import type { Lan, LanParts } from './lan/lan.ts';
import { repeat } from './repeat.ts';
import { systemScheduler } from './scheduler.ts';
import { createSecurity } from './security/security.ts';
import { followSettings } from './security/follow-settings.ts';
import { openSettings, settingsIn } from './security/settings-file.ts';
import { writeImage } from './write-image.ts';
import { createViewerFiles } from './viewers/viewer-files.ts';
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
  readonly around?: Around;
}

/** Each part is used as it is where nothing is put around it. */
export interface Around {
  /** Node definitions by enum value in lower case. */
  nodes?(definitions: ReadonlyMap<string, NodeDefinition>): ReadonlyMap<string, NodeDefinition>;
  runtime?(runtime: RuntimeTarget): RuntimeTarget;
  dispatch?(dispatch: Service['dispatch'], service: Service): Service['dispatch'];
  readonly hub?: Partial<AttachOptions>;
  /** How the hub takes over the sockets of its clients. */
  accept?(accept: Hub['accept']): Hub['accept'];
  /** Gets the server before the hub does. */
  server?(server: Server): void;
  readonly lan?: LanParts;
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
  readonly inProcess: PluggableLink;
  /** What closing waits for at present; empty before {@link close}. */
  readonly waitsFor: string;
  /**
   * Takes no more connections, answers what has come in within the deadline, stops running graphs, writes files.
   * Resolves when all of it is done, with why not everything could be written where that is so.
   */
  close(deadlineMs?: number): Promise<{ readonly unsaved?: string }>;
}

const tendMs = 250;
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
    return await start(options, journal);
  } catch (failure) {
    await journal?.discard();
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
    warn: (message) => log.warn({}, message),
  });
};

/** Loaded where there are relays. @returns takes the service off */
const putOnCarrier = async (
  { relays, strict = false, log }: ServerOptions,
  service: Service,
): Promise<() => Promise<void>> => {
  if (!relays) return async () => {};
  const { joinNats } = await import('./carrier/join-nats.ts');
  return joinNats({ ...relays, service, strict, log });
};

const start = async (options: ServerOptions, journal: JournalFile | undefined): Promise<RunningServer> => {
  const { version, settingsFile, log, fps, around } = options;
  const settings = await openSettings(settingsFile, { apiEnabled: true });
  const security = createSecurity(settings, settingsIn(settingsFile), Date.now);
  const definitions = around?.nodes?.(definitionsByEnumValue) ?? definitionsByEnumValue;
  const hosted =
    options.runtime === 'embedded'
      ? createHostedRuntime({ settings: () => security.settings, fps, journal, definitions })
      : undefined;
  const inProcess = linkTo(hosted?.runtime, around);
  const remote = await openRemoteLink(options);
  const service: Service = createService({
    version,
    security,
    home: folderHome,
    layouter: createWorkerLayouter(),
    viewers: createViewerFiles(),
    writeImage,
    link: remote ?? inProcess,
    nodeTypes: [...definitions.values()].map(({ type }) => type),
    now: () => new Date(),
    network: () => front.network,
    hubLimits: options.hubLimits,
    strict: options.strict,
    basePath: options.basePath,
    lockProject,
    keepUp: hosted?.runtime.runDueSteps,
    onFailure: (failure, call) =>
      log.error({ err: failure, method: call?.method, path: call && printable(call.path) }, 'a call failed'),
    ...(log.isLevelEnabled?.('debug') && {
      onOperation: ({ method, path }, { status }) =>
        log.debug?.({ method, path: printable(path), status }, 'operation of a batch'),
    }),
  });
  if (options.project !== undefined) await service.controller.openProject(options.project);

  const { limits, knows, accept } = service.hub;
  const front = createFront({
    pipeline: judgedBy(service, around),
    hub: { limits, knows, accept: around?.accept?.(accept) ?? accept },
    ...{ security, log, admission: around?.hub, takesUpgrade: isForRuntimeLink, prepare: around?.server },
  });
  const runtimes = attachRuntimeLink(front.server, remote);
  const { controller } = service;
  const { port, lan } = options;
  const { url, eventsUrl } = await front.open({ port, lan, lanParts: around?.lan }).catch(async (failure) => {
    await controller.release();
    throw failure;
  });
  await controller.announce(url);
  const endRelays = await putOnCarrier(options, service).catch(async (failure) => {
    await front.close(0);
    await controller.release();
    throw failure;
  });
  hosted?.runtime.start();

  const onTroubleWithFiles = (failure: unknown): void =>
    log.error({ err: failure }, 'the files of the project could not be looked after');
  const endSyncing = repeat(tendMs, controller.syncEdits, onTroubleWithFiles);
  const endTending = repeat(tendMs, controller.tend, onTroubleWithFiles);
  const unwatch = followSettings(settingsFile, security.use, (failure) =>
    log.warn({ err: failure }, 'the settings file was not taken into use'),
  );
  let waitsFor = '';

  return {
    url,
    eventsUrl,
    runtimeUrl: remote && new URL(linkPath, eventsUrl).href,
    lan: front.lan,
    service,
    inProcess,
    get waitsFor() {
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
      const unsaved = await controller.flush().then(
        () => undefined,
        (failure: Error) => failure.message,
      );
      await controller.release();
      waitsFor = 'threads and the journal of the runtime to end';
      await controller.layouts.close();
      await hosted?.close();
      return unsaved === undefined ? {} : { unsaved };
    },
  };
};

/** A runtime in this process, or none. */
const linkTo = (runtime: RuntimeTarget | undefined, around: Around | undefined): PluggableLink =>
  runtime ? createInProcessLink(around?.runtime?.(runtime) ?? runtime) : createNoLink();

/** What is put around dispatch may judge calls otherwise, so that nothing is refused before it is asked, and looks into answers. */
const judgedBy = (service: Service, around: Around | undefined): Pipeline => {
  const dispatch = around?.dispatch?.(service.dispatch, service);
  return dispatch
    ? {
        ...service,
        dispatch: (call, routed) => dispatch({ ...call, takesBytes: false }, routed),
        admit: ({ method, path }) => service.route(method, path),
      }
    : service;
};
