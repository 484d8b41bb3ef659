/** Limits of requests that are being received (C-82). Times are in milliseconds. */
export interface HostLimits {
  /** Total bytes of unfinished bodies in memory, across all connections. */
  readonly maxUnfinishedBytes: number;
  /** A body that receives no data for this long is abandoned. */
  readonly idleTimeoutMs: number;
  /** A request must arrive within this time, and its headers within `headersTimeoutMs`. */
  readonly requestTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** How much of a request is still read after it was answered early, and for how long. */
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
