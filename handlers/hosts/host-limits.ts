/** Limits for requests while they are being received (C-82). Times are in milliseconds. */
export interface HostLimits {
  /** The total number of bytes of unfinished bodies in memory, across all connections. */
  readonly maxUnfinishedBytes: number;
  /** A body that receives no data for this long is abandoned. */
  readonly idleTimeoutMs: number;
  /** A request must arrive completely within this time, and its headers within `headersTimeoutMs`. */
  readonly requestTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /**
   * The number of bytes that are still read from a request that was answered before it had arrived completely, and the
   * time limit for reading them.
   */
  readonly maxDrainBytes: number;
  readonly drainTimeoutMs: number;
  /** The maximum number of early answered requests that are read at the same time. */
  readonly maxDrains: number;
  /** The maximum number of simultaneous connections (C-284). */
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
