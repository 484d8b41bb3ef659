import { signalrProtocol } from './signalr-connection.ts';
import { socketIoProtocol } from './socket-io-connection.ts';
import type { HubProtocol } from './event-connection.ts';

/**
 * Hub protocols keyed by name. They have names because one process chooses the protocol and another process uses it.
 */
export const hubProtocols = {
  signalr: signalrProtocol,
  'socket.io': socketIoProtocol,
} as const satisfies Record<string, HubProtocol>;

export type HubProtocolName = keyof typeof hubProtocols;
