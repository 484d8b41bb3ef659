import { uwebsocketsBinary } from '../peers/peer-packages.ts';
import { lazy } from '#spec/lazy.ts';
import { getTargetLabel } from './candidates-per-target.ts';
import { getPeerSkipReason } from './peer-candidate.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { HubBaselineOptions } from '../baselines/fan-out-baseline.ts';
import type { TcpBaselineOptions } from '../baselines/tcp-baseline.ts';
import type { HubProtocolName } from '../load/hub-protocols.ts';
import type { HubAddress } from '../load/event-connection.ts';
import type { SuiteContext } from './suite.ts';

/** A server that delivers events to subscribers, for the duration of a suite. */
export interface HubServer {
  readonly name: string;
  readonly role: Candidate['role'];
  /** Name of the target, when there are several targets. */
  readonly target?: string;
  /** Whether this server runs first, because all other servers use its message length and its response. */
  readonly isReference?: true;
  readonly skipReason?: string;
  readonly protocol: HubProtocolName;
  /** Starts listening with these options and returns the address. A target ignores the options. */
  getAddress(options: HubBaselineOptions): Promise<HubAddress>;
  /** Returns the server's process id, if the server runs on this machine and the id is known. */
  getPid(): number | undefined;
}

export const rawTcpName = 'raw TCP';
export const coalescedTcpName = 'raw TCP, joined';
export const wsSendName = 'ws.send per event';
export const socketIoName = 'socket.io';
const uwebsocketsName = 'uWebSockets';

/** Lists the targets, baselines and peers of a comparison over the hub. */
export const listHubServers = (context: SuiteContext): HubServer[] => {
  const { start } = context;
  const createBaseline = (
    name: string,
    role: 'tcp-floor' | 'ws-floor',
    extraOptions: Partial<TcpBaselineOptions> = {},
  ): HubServer => {
    const child = lazy(() => start(role));
    return {
      name,
      role: 'floor',
      protocol: 'signalr',
      getAddress: async (options) =>
        toLoopbackAddress(await child().call('listen', { ...options, ...extraOptions })),
      getPid: () => child().pid,
    };
  };
  const peer = (
    name: string,
    packageName: string,
    protocol: HubProtocolName,
    role: 'socket-io-peer' | 'uwebsockets-peer',
    binary?: string,
  ): HubServer => {
    const child = lazy(() => start(role));
    const skipReason = getPeerSkipReason(context, packageName, binary);
    return {
      name,
      role: 'peer',
      ...(skipReason !== undefined && { skipReason }),
      protocol,
      getAddress: async (options) => toLoopbackAddress(await child().call('listen', options)),
      getPid: () => child().pid,
    };
  };
  return [
    ...context.targets.map(
      (target): HubServer => ({
        ...{ name: 'target', role: 'target', ...getTargetLabel(context, target) },
        ...(target === context.target && { isReference: true }),
        protocol: 'signalr',
        getAddress: async () => target.hub,
        getPid: () => target.pid,
      }),
    ),
    createBaseline(rawTcpName, 'tcp-floor'),
    createBaseline(coalescedTcpName, 'tcp-floor', { coalesceWrites: true }),
    createBaseline(wsSendName, 'ws-floor'),
    peer(socketIoName, 'socket.io', 'socket.io', 'socket-io-peer'),
    peer(uwebsocketsName, '@rjweb/uws', 'signalr', 'uwebsockets-peer', uwebsocketsBinary),
  ];
};

const toLoopbackAddress = ({ port, path = '/' }: { port: number; path?: string }): HubAddress => ({
  host: '127.0.0.1',
  port,
  path,
});
