import type { Socket } from 'node:net';
import type { Entrance } from '../pipeline/call.ts';

/** The way that a connection came; undefined for plain loopback. */
export type EntranceOf = (socket: Socket) => Entrance | undefined;
