/** Limits of requests that are being received (C-82). Times are in milliseconds. */
export interface HostLimits {
  /** Bytes of unfinished bodies in memory, of all connections together. */
  readonly maxUnfinishedBytes: number;
  /** A body without new data for this long is given up. */
  readonly idleTimeoutMs: number;
  /** A request must arrive within this time, and its headers within `headersTimeoutMs`. */
  readonly requestTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** How much is still read of a request that was answered before its end, and for how long. */
  readonly maxDrainBytes: number;
  readonly drainTimeoutMs: number;
  /** How many such requests are read at once. */
  readonly maxDrains: number;
  /** Simultaneous connections (C-284). */
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
