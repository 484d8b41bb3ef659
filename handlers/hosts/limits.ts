/** What a host takes of requests that are still on their way (register: C-82). Times are in milliseconds. */
export interface HostLimits {
  /** Bytes of unfinished bodies that are held at once, those of all connections together. */
  readonly unfinishedBytes: number;
  /** A body of which nothing comes for this long is given up. */
  readonly idleMs: number;
  /** A request has to be there as a whole within this time, and its headers within that. */
  readonly requestMs: number;
  readonly headersMs: number;
  /** How much, and for how long, is still read of a request that was answered before it had come to its end. */
  readonly drainBytes: number;
  readonly drainMs: number;
  /** How many such requests are read at once. */
  readonly drains: number;
  /** Connections that are open at once (register: C-284). */
  readonly connections: number;
}

export const defaultHostLimits: HostLimits = {
  unfinishedBytes: 32 << 20,
  idleMs: 10_000,
  requestMs: 60_000,
  headersMs: 20_000,
  drainBytes: 64 << 20,
  drainMs: 5_000,
  drains: 16,
  connections: 10_000,
};
