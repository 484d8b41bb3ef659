import type { Socket } from 'node:net';
import type { RemoteListener } from '../pipeline/call.ts';

/** Returns the listener that accepted a connection, or `undefined` for plain loopback. */
export type GetRemoteListener = (socket: Socket) => RemoteListener | undefined;
