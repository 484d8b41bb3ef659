import { signalr } from './hub-connection.ts';
import { socketIo } from './socket-io-connection.ts';
import type { Dialect } from './event-connection.ts';

/** By name, because a dialect is chosen in one process and spoken in another. */
export const dialects = { signalr, 'socket.io': socketIo } as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof dialects;
