/** Runs the HTTP server with the hub on loopback, and the TLS listener for other machines. */
import { readFileSync } from 'node:fs';
import { TLSSocket } from 'node:tls';
import { hubPath } from '#spec/service-address.ts';
import { createNodeServer } from './hosts/node-host.ts';
import { createRequestQueue, type RequestQueue } from './hosts/request-queue.ts';
import { type AcceptsUpgrade, createWebSocketMatcher } from './hosts/upgrade-requests.ts';
import { attachHub, type AttachHubOptions } from './hub/attach-hub.ts';
import { createConnectPolicy } from './hub/connect-policy.ts';
import { describeLan, type Lan, type LanOverrides, openLan } from './lan/lan.ts';
import { createRequestLog, type Log } from './log.ts';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { NetworkState } from '#spec/rest/security.ts';
import type { Hub } from './hub/hub.ts';
import type { GetRemoteListener, RemoteListener } from './pipeline/call.ts';
import type { Pipeline } from './pipeline/pipeline.ts';
import type { Security } from './security/security.ts';

interface NetworkServerOptions {
  readonly pipeline: Pipeline;
  readonly hub: Pick<Hub, 'limits' | 'canConnect' | 'accept'>;
  readonly security: Security;
  readonly log: Log;
  /** Overrides parts of the policy for hub clients. */
  readonly connectPolicy?: Partial<AttachHubOptions> | undefined;
  /** Decides which other upgrade requests to accept. It applies only to plain loopback connections. */
  readonly acceptsUpgrade?: AcceptsUpgrade;
  /** Called with the server before the hub is attached to it. */
  readonly onServerCreated?: ((server: Server) => void) | undefined;
}

/** The ports and addresses to listen on. */
interface ListenOptions {
  /** The port; 0 picks a free one. */
  readonly port: number;
  /** Enables LAN mode for this run, whatever the settings say. Without `port`, the port from the settings is used. */
  readonly lan?: { readonly port?: number | undefined } | undefined;
  readonly lanOverrides?: LanOverrides | undefined;
}

/** Stands in until LAN mode has started, because encrypted connections must never be treated as loopback. */
const pendingRemoteListener: RemoteListener = { isOwnHost: () => false };

/** The interval at which the machine's addresses and the certificate's age are checked. */
const lanCheckIntervalMs = 60_000;
const loopbackAddress = '127.0.0.1';

export const createNetworkServer = ({ pipeline, hub, security, log, ...options }: NetworkServerOptions) => {
  let lan: Lan | undefined;
  let loopback: NetworkState['loopback'] = null;
  let stopLanChecks = async (): Promise<void> => {};
  /** Every encrypted connection comes from the TLS listener. */
  const getRemoteListener: GetRemoteListener = (socket) =>
    socket instanceof TLSSocket ? (lan?.remoteListener ?? pendingRemoteListener) : undefined;
  const connectPolicy: AttachHubOptions = {
    ...createConnectPolicy(security),
    getRemoteListener: getRemoteListener,
    log,
    ...options.connectPolicy,
  };
  const isForHub = createWebSocketMatcher(connectPolicy.path);
  const requestQueue = createRequestQueue();
  const connections = getConnectionLimits(hub.limits.connections);
  const server = createNodeServer(pipeline, {
    requestQueue: requestQueue,
    limits: { maxConnections: connections.loopback },
    log: createRequestLog(log),
    acceptsUpgrade: (request) => isForHub(request) || (options.acceptsUpgrade?.(request) ?? false),
    getRemoteListener: getRemoteListener,
  });
  const drain = createGracefulShutdown(server, requestQueue);
  options.onServerCreated?.(server);
  attachHub(server, hub, connectPolicy);
  const onLanFailure = (failure: unknown): void =>
    log.warn({ err: failure }, 'the certificate of the LAN port could not be renewed');

  return {
    server,
    /** The addresses at which the server currently listens. */
    get network(): NetworkState {
      return { loopback, lan: lan ? describeLan(lan, security.settings) : null };
    },
    /** The LAN listener; absent while LAN mode is off. */
    get lan(): Lan | undefined {
      return lan;
    },
    /**
     * Starts listening.
     * @throws the error of `listen` (EADDRINUSE, EACCES), or SettingsError; after an error, nothing is listening
     */
    async listen({
      port,
      lan: forcedLan,
      lanOverrides,
    }: ListenOptions): Promise<NonNullable<NetworkState['loopback']>> {
      try {
        await listenOnLoopback(server, port);
        if (forcedLan || security.settings.lan.enabled) {
          const isForced = forcedLan !== undefined;
          const limits = { connections: connections.lan, ...lanOverrides?.limits };
          lan = await openLan({
            security,
            server,
            isForced,
            port: forcedLan?.port,
            log,
            ...lanOverrides,
            limits,
          });
          stopLanChecks = runPeriodically(lanCheckIntervalMs, lan.renewCertificate, onLanFailure);
        }
      } catch (failure) {
        server.close();
        throw failure;
      }
      const { port: boundPort } = server.address() as AddressInfo;
      const address = `${loopbackAddress}:${boundPort}`;
      loopback = { url: `http://${address}`, eventsUrl: `ws://${address}${hubPath}`, port: boundPort };
      return loopback;
    },
    /**
     * Stops accepting connections, and answers pending requests before the deadline.
     * @param last connections that are still needed for responses; they are closed after all others
     */
    async close(
      deadlineMs: number,
      last?: Parameters<ReturnType<typeof createGracefulShutdown>['close']>[2],
    ) {
      await Promise.all([drain.close(deadlineMs, lan?.close, last), stopLanChecks()]);
    },
  };
};

export type NetworkServer = ReturnType<typeof createNetworkServer>;

const listenOnLoopback = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, loopbackAddress, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** The default connection limit, which bounds memory use. Only a larger number of hub clients raises this limit. */
const defaultMaxConnections = 10_000;

/** Returns how many files the process may have open at the same time, or `Infinity` if there is no limit. */
const getOpenFilesLimit = (): number => {
  try {
    // `process.report` is not used, because reading the same value from it takes up to 40 ms.
    const [, softLimit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    if (softLimit !== undefined) return Number(softLimit);
  } catch {
    // not Linux
  }
  const report: { readonly userLimits?: { readonly open_files?: { readonly soft: number | string } } } =
    process.report.getReport();
  const softLimit = Number(report.userLimits?.open_files?.soft);
  return Number.isNaN(softLimit) ? Number.POSITIVE_INFINITY : softLimit;
};

/**
 * Computes the connection limits so that enough files can still be opened. Loopback receives half of the system's
 * limit, and other machines receive an eighth. Webhooks have their own, smaller limit.
 * @param hubClients the number of clients that the hub serves at the same time; the same number of additional clients
 * may connect, and are rejected
 */
export const getConnectionLimits = (hubClients: number, openFiles = getOpenFilesLimit()) => {
  const maxSockets = Math.max(defaultMaxConnections, 2 * hubClients);
  return {
    loopback: Math.min(Math.floor(openFiles / 2), maxSockets),
    lan: Math.min(Math.floor(openFiles / 8), maxSockets),
  };
};

/** Connections that are closed after all other connections. */
interface FinalConnections {
  readonly streams: ReadonlySet<Duplex>;
  close(): void;
}

const pollIntervalMs = 20;

/**
 * Tracks the connections of a server, to shut it down without losing requests that it has accepted. Requests cause no
 * extra work before `close` is called.
 * @param requestQueue indicates which connections have an unanswered request
 */
export const createGracefulShutdown = (server: Server, { isBusy }: Pick<RequestQueue, 'isBusy'>) => {
  const sockets = new Set<Socket>();
  const upgraded = new WeakSet<Duplex>();
  server.on('connection', (socket: Socket) => {
    // Node 20 emits a socket again if nobody accepts its upgrade.
    upgraded.delete(socket);
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('upgrade', (_, socket) => upgraded.add(socket));
  /** Closes connections that have received no complete request since their last response. */
  const closeIdle = (): void => {
    for (const socket of sockets) if (!upgraded.has(socket) && !isBusy(socket)) socket.destroySoon();
  };
  return {
    get openConnections(): number {
      return sockets.size;
    },
    /**
     * Stops accepting connections, responds to the requests on existing connections, and closes each connection after
     * its response. Connections that are still open at the deadline are cut off. Resolves when all connections are
     * closed.
     * @param closeOthers closes other listeners of the same server, and resolves when their connections are closed
     * @param finalConnections connections that responses depend on; they are closed after all requests have been
     * answered
     */
    async close(
      deadlineMs: number,
      closeOthers?: () => Promise<unknown>,
      finalConnections?: FinalConnections,
    ) {
      server.prependListener('request', (_, response) => {
        response.shouldKeepAlive = false;
      });
      const poll = setInterval(() => {
        closeIdle();
        if (finalConnections && [...sockets].every((socket) => finalConnections.streams.has(socket)))
          finalConnections.close();
      }, pollIntervalMs);
      const deadline = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, deadlineMs);
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all([closed, closeOthers?.()]);
      clearInterval(poll);
      clearTimeout(deadline);
    },
  };
};

/**
 * Repeats a task, with a pause after each run.
 * @returns a function that stops the task and waits for the current run
 */
export const runPeriodically = (
  ms: number,
  task: () => Promise<void>,
  onFailure: (failure: unknown) => void,
): (() => Promise<void>) => {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let currentRun: Promise<void> = Promise.resolve();
  const run = (): void => {
    currentRun = task().catch(onFailure).finally(scheduleNext);
  };
  const scheduleNext = (): void => {
    if (!isStopped) timer = setTimeout(run, ms);
  };
  scheduleNext();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    return currentRun;
  };
};
