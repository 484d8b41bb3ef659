/** What clients reach: an HTTP server on loopback with the hub on it, and beside it the way in from other machines. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { hubPath } from '#spec/service-address.ts';
import type { NetworkState } from '#spec/rest/security.ts';
import { connectionLimits } from './hosts/connection-limit.ts';
import { createDrain } from './hosts/drain.ts';
import type { EntranceOf } from './hosts/entrance-of.ts';
import { createInOrder } from './hosts/in-order.ts';
import { createNodeServer } from './hosts/node.ts';
import { createRequestLog } from './hosts/request-log.ts';
import { isWebSocketAt, type TakesUpgrade } from './hosts/upgrades.ts';
import { admissionBy } from './hub/admission.ts';
import { type AttachOptions, attachHub } from './hub/attach.ts';
import type { Hub } from './hub/hub.ts';
import { describeLan } from './lan/describe-lan.ts';
import { type Lan, type LanParts, openLan } from './lan/lan.ts';
import type { Log } from './log.ts';
import type { Entrance } from './pipeline/call.ts';
import type { Pipeline } from './pipeline/dispatch.ts';
import { repeat } from './repeat.ts';
import type { Security } from './security/security.ts';

interface FrontOptions {
  readonly pipeline: Pipeline;
  readonly hub: Pick<Hub, 'limits' | 'knows' | 'accept'>;
  readonly security: Security;
  readonly log: Log;
  /** How the hub lets in, where it does so otherwise. */
  readonly admission?: Partial<AttachOptions> | undefined;
  /** What else is to be connected to, over plain loopback alone. */
  readonly takesUpgrade?: TakesUpgrade;
  /** Gets the server before the hub does. */
  readonly prepare?: ((server: Server) => void) | undefined;
}

/** Where a front is to be found. */
interface Doors {
  /** 0 takes a free port. */
  readonly port: number;
  /** Switches LAN mode on for this run, whatever the settings say; on the port of the settings unless one is given. */
  readonly lan?: { readonly port?: number | undefined } | undefined;
  readonly lanParts?: LanParts | undefined;
}

export interface Front {
  readonly server: Server;
  /** Where it answers at the moment. */
  readonly network: NetworkState;
  /** Absent where LAN mode is off. */
  readonly lan: Lan | undefined;
  /** @throws the error of `listen` (EADDRINUSE, EACCES), or SettingsError; nothing is left listening then */
  open(doors: Doors): Promise<NonNullable<NetworkState['loopback']>>;
  /**
   * Takes no more connections and answers what has come in within the deadline.
   * @param last connections that answering takes, closed behind all others
   */
  close(deadlineMs: number, last?: Parameters<ReturnType<typeof createDrain>['close']>[2]): Promise<void>;
}

/** What is encrypted is never taken for loopback. */
const notYet: Entrance = { isOwnHost: () => false };

/** How often the addresses of the machine, and the age of the certificate, are looked at. */
const tendLanMs = 60_000;
const loopback = '127.0.0.1';

export const createFront = ({ pipeline, hub, security, log, ...options }: FrontOptions): Front => {
  let lan: Lan | undefined;
  let here: NetworkState['loopback'] = null;
  let endLookingAfterLan = async (): Promise<void> => {};
  /** All that is encrypted came by the one way that is. */
  const entranceOf: EntranceOf = (socket: Duplex) =>
    socket instanceof TLSSocket ? (lan?.entrance ?? notYet) : undefined;
  const admission: AttachOptions = { ...admissionBy(security), entranceOf, log, ...options.admission };
  const isForHub = isWebSocketAt(admission.path);
  const inOrder = createInOrder();
  const connections = connectionLimits(hub.limits.connections);
  const server = createNodeServer(pipeline, {
    inOrder,
    limits: { connections: connections.loopback },
    log: createRequestLog(log),
    takesUpgrade: (request) => isForHub(request) || (options.takesUpgrade?.(request) ?? false),
    entranceOf,
  });
  const drain = createDrain(server, inOrder);
  options.prepare?.(server);
  attachHub(server, hub, admission);
  const onTroubleWithLan = (failure: unknown): void =>
    log.warn({ err: failure }, 'the certificate of the LAN port could not be looked after');

  return {
    server,
    get network() {
      return { loopback: here, lan: lan ? describeLan(lan, security.settings) : null };
    },
    get lan() {
      return lan;
    },
    async open({ port, lan: forced, lanParts }) {
      try {
        await listen(server, port);
        if (forced || security.settings.lan.enabled) {
          const isForced = forced !== undefined;
          const limits = { connections: connections.lan, ...lanParts?.limits };
          lan = await openLan({ security, server, isForced, port: forced?.port, log, ...lanParts, limits });
          endLookingAfterLan = repeat(tendLanMs, lan.tend, onTroubleWithLan);
        }
      } catch (failure) {
        server.close();
        throw failure;
      }
      const { port: own } = server.address() as AddressInfo;
      const address = `${loopback}:${own}`;
      here = { url: `http://${address}`, eventsUrl: `ws://${address}${hubPath}`, port: own };
      return here;
    },
    async close(deadlineMs, last) {
      await Promise.all([drain.close(deadlineMs, lan?.close, last), endLookingAfterLan()]);
    },
  };
};

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, loopback, () => {
      server.off('error', reject);
      resolve();
    });
  });
