/** Runs the HTTP server with the hub on loopback, and the TLS listener for other machines. */
import { TLSSocket } from 'node:tls';
import { hubPath } from '#spec/service-address.ts';
import { getConnectionLimits } from './hosts/connection-limits.ts';
import { createGracefulShutdown } from './hosts/graceful-shutdown.ts';
import { createNodeServer } from './hosts/node-host.ts';
import { createRequestQueue } from './hosts/request-queue.ts';
import { type AcceptsUpgrade, createWebSocketMatcher } from './hosts/upgrade-requests.ts';
import { attachHub, type AttachHubOptions } from './hub/attach-hub.ts';
import { createConnectPolicy } from './hub/connect-policy.ts';
import { describeLan, type Lan, type LanOverrides, openLan } from './lan/lan.ts';
import { createRequestLog, type Log } from './log.ts';
import { runPeriodically } from './run-periodically.ts';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NetworkState } from '#spec/rest/security.ts';
import type { GetRemoteListener } from './pipeline/call.ts';
import type { Hub } from './hub/hub.ts';
import type { RemoteListener } from './pipeline/call.ts';
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

export interface NetworkServer {
  readonly server: Server;
  /** The addresses at which the server currently listens. */
  readonly network: NetworkState;
  /** The LAN listener; absent while LAN mode is off. */
  readonly lan: Lan | undefined;
  /**
   * Starts listening.
   * @throws the error of `listen` (EADDRINUSE, EACCES), or SettingsError; after an error, nothing is listening
   */
  listen(listenOptions: ListenOptions): Promise<NonNullable<NetworkState['loopback']>>;
  /**
   * Stops accepting connections, and answers pending requests before the deadline.
   * @param last connections that are still needed for responses; they are closed after all others
   */
  close(
    deadlineMs: number,
    last?: Parameters<ReturnType<typeof createGracefulShutdown>['close']>[2],
  ): Promise<void>;
}

/** Stands in until LAN mode has started, because encrypted connections must never be treated as loopback. */
const pendingRemoteListener: RemoteListener = { isOwnHost: () => false };

/** The interval at which the machine's addresses and the certificate's age are checked. */
const lanCheckIntervalMs = 60_000;
const loopbackAddress = '127.0.0.1';

export const createNetworkServer = ({
  pipeline,
  hub,
  security,
  log,
  ...options
}: NetworkServerOptions): NetworkServer => {
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
    get network() {
      return { loopback, lan: lan ? describeLan(lan, security.settings) : null };
    },
    get lan() {
      return lan;
    },
    async listen({ port, lan: forcedLan, lanOverrides }) {
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
    async close(deadlineMs, last) {
      await Promise.all([drain.close(deadlineMs, lan?.close, last), stopLanChecks()]);
    },
  };
};

const listenOnLoopback = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, loopbackAddress, () => {
      server.off('error', reject);
      resolve();
    });
  });
