/** What a host takes of requests that are still on their way (register: C-82). Times are in milliseconds. */
export interface HostLimits {
  /** Bytes of unfinished bodies that are held at once, those of all connections together. */
  readonly maxUnfinishedBytes: number;
  /** A body of which nothing comes for this long is given up. */
  readonly idleTimeoutMs: number;
  /** A request has to be there as a whole within this time, and its headers within that. */
  readonly requestTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** How much, and for how long, is still read of a request that was answered before it had come to its end. */
  readonly maxDrainBytes: number;
  readonly drainTimeoutMs: number;
  /** How many such requests are read at once. */
  readonly maxDrains: number;
  /** Connections that are open at once (register: C-284). */
  readonly maxConnections: number;
}

export const defaultHostLimits: HostLimits = {
  maxUnfinishedBytes: 32 << 20,
  idleTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  headersTimeoutMs: 20_000,
  maxDrainBytes: 64 << 20,
  drainTimeoutMs: 5_000,
  maxDrains: 16,
  maxConnections: 10_000,
};
