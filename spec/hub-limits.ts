/** What a client of the hub has to know of its limits (C-12, C-53, C-58, C-59, C-88). Times are in milliseconds. */
export const hubLimits = {
  /** Largest message that a client may send. */
  messageBytes: 1 << 20,
  /** A connection is closed when its handshake takes longer. */
  handshakeMs: 15_000,
  /** The service sends a ping after this long without another message. */
  pingMs: 15_000,
  /** A client that says nothing for this long is gone. */
  silenceMs: 30_000,
  /** Patterns that one connection may hold, and one call may name. */
  patterns: 1_000,
  /** Values of each list that a filter narrows by. */
  filterValues: 1_000,
  /** Characters of all filters of one connection, as JSON. */
  filterText: 1 << 16,
  /** Events of one WebSocket message at most. */
  eventsAMessage: 1_000,
  /** Events held for `Resume`, once for the ordinary kinds and once for the high-volume ones. */
  history: 10_000,
  /** Unsent messages and bytes past which a client is slow. */
  backlogMessages: 1_000,
  backlogBytes: 8 << 20,
  /** How long a client may stay slow. */
  backlogMs: 5_000,
} as const;
