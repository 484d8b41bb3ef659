/** Hub limits that a client needs to know (C-12, C-53, C-58, C-59, C-88). Times are in milliseconds. */
export const hubLimits = {
  /** Maximum size of a message from a client. */
  messageBytes: 1 << 20,
  /** Time limit for the handshake. */
  handshakeMs: 15_000,
  /** The service sends a ping after this long without another message. */
  pingMs: 15_000,
  /** A client that sends nothing for this long is disconnected. */
  silenceMs: 30_000,
  /** Maximum number of patterns of one connection, and of one call. */
  patterns: 1_000,
  /** Maximum number of values in each list of a filter. */
  filterValues: 1_000,
  /** Maximum number of characters of all filters of one connection, as JSON. */
  filterText: 1 << 16,
  /** Maximum number of events in one WebSocket message. */
  eventsAMessage: 1_000,
  /** Events retained for `Resume`, separately for the ordinary kinds and for the high-volume ones. */
  history: 10_000,
  /** A client with more unsent messages or bytes than these is slow. */
  backlogMessages: 1_000,
  backlogBytes: 8 << 20,
  /** Maximum time for which a client may stay slow. */
  backlogMs: 5_000,
} as const;
