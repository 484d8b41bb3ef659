import type { Socket } from 'node:net';
import type { RemoteListener } from '../pipeline/call.ts';

/** The way that a connection came; undefined for plain loopback. */
export type GetRemoteListener = (socket: Socket) => RemoteListener | undefined;
