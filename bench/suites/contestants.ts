import { uwebsocketsBinary } from '../peers/installed.ts';
import { lazy } from './lazy.ts';
import { whose } from './of-each.ts';
import { absenceOfPeer } from './peer.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { HubFloorOrder } from '../floors/hub-floor.ts';
import type { DialectName } from '../load/dialects.ts';
import type { HubAddress } from '../load/event-connection.ts';
import type { SuiteContext } from './suite.ts';

/** A server that brings events to subscribers, for the length of a suite. */
export interface Contestant {
  readonly name: string;
  readonly role: Candidate['role'];
  /** Whose it is, where there are several targets. */
  readonly target?: string;
  /** Whether it goes first: all others send what is as long, and answer the same. */
  readonly leads?: true;
  readonly absence?: string;
  readonly dialect: DialectName;
  /** Answers where it listens, doing as it is told; the target does what it does. */
  locate(order: HubFloorOrder): Promise<HubAddress>;
  /** Its process, when it is on this machine and known. */
  pid(): number | undefined;
}

export const rawTcp = 'raw TCP';
export const rawTcpJoined = 'raw TCP, joined';
export const wsSend = 'ws.send per event';
export const socketIoName = 'socket.io';
const uwebsocketsName = 'uWebSockets';

/** The targets, and everything that is measured beside them. */
export const contestantsOf = (context: SuiteContext): Contestant[] => {
  const { start } = context;
  const floor = (
    name: string,
    role: 'tcp-floor' | 'ws-floor',
    extra: { joined?: boolean } = {},
  ): Contestant => {
    const child = lazy(() => start(role));
    return {
      name,
      role: 'floor',
      dialect: 'signalr',
      locate: async (order) => onLoopback(await child().ask('listen', { ...order, ...extra })),
      pid: () => child().pid,
    };
  };
  const peer = (
    name: string,
    packageName: string,
    dialect: DialectName,
    role: 'socket-io-peer' | 'uwebsockets-peer',
    binary?: string,
  ): Contestant => {
    const child = lazy(() => start(role));
    const absence = absenceOfPeer(context, packageName, binary);
    return {
      name,
      role: 'peer',
      ...(absence !== undefined && { absence }),
      dialect,
      locate: async (order) => onLoopback(await child().ask('listen', order)),
      pid: () => child().pid,
    };
  };
  return [
    ...context.targets.map(
      (target): Contestant => ({
        ...{ name: 'target', role: 'target', ...whose(context, target) },
        ...(target === context.target && { leads: true }),
        dialect: 'signalr',
        locate: async () => target.hub,
        pid: () => target.pid,
      }),
    ),
    floor(rawTcp, 'tcp-floor'),
    floor(rawTcpJoined, 'tcp-floor', { joined: true }),
    floor(wsSend, 'ws-floor'),
    peer(socketIoName, 'socket.io', 'socket.io', 'socket-io-peer'),
    peer(uwebsocketsName, '@rjweb/uws', 'signalr', 'uwebsockets-peer', uwebsocketsBinary),
  ];
};

const onLoopback = ({ port, path = '/' }: { port: number; path?: string }): HubAddress => ({
  host: '127.0.0.1',
  port,
  path,
});
