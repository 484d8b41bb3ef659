/** The composition root: one local server over settings, project, runtime and hub. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { hubPath } from '#spec/address.ts';
import { linkPath } from '#spec/runtime-link/limits.ts';
import type { JournalFile } from '#runtime/journal/journal-file.ts';
import { createInProcessLink, createNoLink, type PluggableLink } from '#runtime/link/in-process.ts';
import type { RemoteLink } from '#runtime/link/remote/remote-link.ts';
import type { RuntimeTarget } from '#runtime/link/protocol.ts';
import type { NodeDefinition } from '#runtime/nodes/grammar/node.ts';
import { definitionByEnumValue } from '#runtime/nodes/index.ts';
import { createWorkerLayouter } from '#runtime/controller/layout/worker-layouter.ts';
import { folderHome } from '#runtime/controller/projects/folder-home.ts';
import { lockProject } from '#runtime/controller/projects/saving/project-lock.ts';
import { createHostedRuntime } from './hosted-runtime.ts';
import { attachRuntimeLink, isForRuntimeLink } from './runtime-link/attach.ts';
import { createDrain } from './hosts/drain.ts';
import { createNodeServer } from './hosts/node.ts';
import { createRequestLog } from './hosts/request-log.ts';
import { isWebSocketAt } from './hosts/upgrades.ts';
import { admissionBy } from './hub/admission.ts';
import { type AttachOptions, attachHub } from './hub/attach.ts';
import type { Hub } from './hub/hub.ts';
import type { HubLimits } from './hub/limits.ts';
import { type Log, printable } from './log.ts';
import type { Pipeline } from './pipeline/dispatch.ts';
import { describeLan } from './lan/describe-lan.ts';
import { type Lan, type LanParts, openLan } from './lan/lan.ts';
import { createSecurity } from './security/security.ts';
import { followSettings } from './security/follow-settings.ts';
import { openSettings, settingsIn } from './security/settings-file.ts';
import { writeImage } from './write-image.ts';
import { createViewerFiles } from './viewers/viewer-files.ts';
import { createService, type Service } from './service.ts';
import type { Network } from '#spec/rest/security.ts';
import type { Entrance } from './pipeline/call.ts';

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
  readonly log: Log;
  /** Switches LAN mode on for this run, whatever the settings say; on the port of the settings unless one is given. */
  readonly lan?: { readonly port?: number | undefined } | undefined;
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

/** What is encrypted is never taken for loopback. */
const notYet: Entrance = { isOwnHost: () => false };

const tendMs = 250;
/** How often the addresses of the machine, and the age of the certificate, are looked at. */
const tendLanMs = 60_000;
/** How long requests that came in before the end may take. */
const defaultDeadlineMs = 10_000;
const loopback = '127.0.0.1';

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
  return createRemoteLink({ serviceVersion: version, warn: (message) => log.warn({}, message) });
};

const start = async (options: ServerOptions, journal: JournalFile | undefined): Promise<RunningServer> => {
  const { version, settingsFile, log, fps, around } = options;
  const settings = await openSettings(settingsFile, { apiEnabled: true });
  const security = createSecurity(settings, settingsIn(settingsFile), Date.now);
  const definitions = around?.nodes?.(definitionByEnumValue) ?? definitionByEnumValue;
  const hosted =
    options.runtime === 'embedded'
      ? createHostedRuntime({ settings: () => security.settings, fps, journal, definitions })
      : undefined;
  const inProcess = linkTo(hosted?.runtime, around);
  const remote = await openRemoteLink(options);
  let lan: Lan | undefined;
  /** All that is encrypted came by the one way that is. */
  const entranceOf = (socket: Duplex): Entrance | undefined =>
    socket instanceof TLSSocket ? (lan?.entrance ?? notYet) : undefined;
  let loopbackAddress: Network['loopback'] = null;
  const service = createService({
    version,
    security,
    home: folderHome,
    layouter: createWorkerLayouter(),
    viewers: createViewerFiles(),
    writeImage,
    link: remote ?? inProcess,
    nodeTypes: [...definitions.values()].map(({ type }) => type),
    now: () => new Date(),
    network: () => ({ loopback: loopbackAddress, lan: lan ? describeLan(lan, security.settings) : null }),
    hubLimits: options.hubLimits,
    strict: options.strict,
    lockProject,
    keepUp: hosted?.runtime.keepUp,
    onFailure: (failure, call) =>
      log.error({ err: failure, method: call?.method, path: call && printable(call.path) }, 'a call failed'),
    ...(log.isLevelEnabled?.('debug') && {
      onOperation: ({ method, path }, { status }) =>
        log.debug?.({ method, path: printable(path), status }, 'operation of a batch'),
    }),
  });
  if (options.project !== undefined) await service.controller.openProject(options.project);

  const { limits, knows, accept } = service.hub;
  const hubOptions: AttachOptions = { ...admissionBy(security), entranceOf, log, ...around?.hub };
  const isForRuntime = isForRuntimeLink(entranceOf);
  const isForHub = isWebSocketAt(hubOptions.path);
  const server = createNodeServer(judgedBy(service, around), {
    log: createRequestLog(log),
    takesUpgrade: (request) => isForHub(request) || isForRuntime(request),
    entranceOf,
  });
  const drain = createDrain(server);
  around?.server?.(server);
  attachHub(server, { limits, knows, accept: around?.accept?.(accept) ?? accept }, hubOptions);
  const runtimes = attachRuntimeLink(server, remote, isForRuntime);
  const { controller } = service;
  try {
    await listen(server, options.port);
    if (options.lan || security.settings.lan.enabled) {
      const port = options.lan?.port;
      const isForced = options.lan !== undefined;
      lan = await openLan({ security, server, isForced, port, log, ...around?.lan });
    }
  } catch (failure) {
    server.close();
    await controller.release();
    throw failure;
  }
  const { port } = server.address() as AddressInfo;
  const url = `http://${loopback}:${port}`;
  const eventsUrl = `ws://${loopback}:${port}${hubPath}`;
  loopbackAddress = { url, eventsUrl, port };
  await controller.announce(url);
  hosted?.runtime.start();

  const onTroubleWithFiles = (failure: unknown): void =>
    log.error({ err: failure }, 'the files of the project could not be looked after');
  const onTroubleWithLan = (failure: unknown): void =>
    log.warn({ err: failure }, 'the certificate of the LAN port could not be looked after');
  const endSyncing = repeat(tendMs, controller.syncEdits, onTroubleWithFiles);
  const endTending = repeat(tendMs, controller.tend, onTroubleWithFiles);
  const endLookingAfterLan = lan ? repeat(tendLanMs, lan.tend, onTroubleWithLan) : async () => {};
  const unwatch = followSettings(settingsFile, security.use, (failure) =>
    log.warn({ err: failure }, 'the settings file was not taken into use'),
  );
  let waitsFor = '';

  return {
    url,
    eventsUrl,
    runtimeUrl: remote && `ws://${loopback}:${port}${linkPath}`,
    lan,
    service,
    inProcess,
    get waitsFor() {
      return waitsFor;
    },
    async close(deadlineMs = defaultDeadlineMs) {
      unwatch();
      waitsFor = 'requests that came in before the end';
      const drained = drain.close(deadlineMs, lan?.close, {
        streams: runtimes,
        close: () => remote?.close('The service is shutting down.'),
      });
      await Promise.all([drained, service.hub.close('The service is shutting down.')]);
      waitsFor = 'the project to be saved';
      hosted?.runtime.stop();
      await Promise.all([endSyncing(), endTending(), endLookingAfterLan()]);
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

/** Does something again and again, with a pause behind each time. @returns ends it, and waits for what is under way */
const repeat = (
  ms: number,
  work: () => Promise<void>,
  onFailure: (failure: unknown) => void,
): (() => Promise<void>) => {
  let ended = false;
  let timer: NodeJS.Timeout;
  let turn: Promise<void> = Promise.resolve();
  const begin = (): void => {
    turn = work().catch(onFailure).finally(rest);
  };
  const rest = (): void => {
    if (!ended) timer = setTimeout(begin, ms);
  };
  rest();
  return () => {
    ended = true;
    clearTimeout(timer);
    return turn;
  };
};

/** What is put around dispatch may judge calls otherwise, so that nothing is refused before it is asked, and looks into answers. */
const judgedBy = (service: Service, around: Around | undefined): Pipeline => {
  const dispatch = around?.dispatch?.(service.dispatch, service);
  return dispatch
    ? {
        ...service,
        dispatch: (call, routed) => dispatch({ ...call, takesText: false }, routed),
        admit: ({ method, path }) => service.route(method, path),
      }
    : service;
};

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, loopback, () => {
      server.off('error', reject);
      resolve();
    });
  });
