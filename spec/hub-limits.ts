/** Hub limits that a client needs to know (C-12, C-53, C-58, C-59, C-88). Times are in milliseconds. */
export const hubLimits = {
  /** Maximum size of a client message in bytes. */
  messageBytes: 1 << 20,
  /** Time limit for the handshake. */
  handshakeMs: 15_000,
  /** The service sends a ping if it has sent no other message for this long. */
  pingMs: 15_000,
  /** A client that sends nothing for this long is disconnected. */
  silenceMs: 30_000,
  /** Maximum number of patterns per connection and per call. */
  patterns: 1_000,
  /** Maximum number of values in each list of a filter. */
  filterValues: 1_000,
  /** Maximum total length of a connection's filters, in characters of JSON. */
  filterText: 1 << 16,
  /** Maximum number of events in one WebSocket message. */
  eventsAMessage: 1_000,
  /** Number of events retained for `Resume`, separately for ordinary and high-volume event kinds. */
  history: 10_000,
  /** A client with more unsent messages or bytes than these limits counts as slow. */
  backlogMessages: 1_000,
  backlogBytes: 8 << 20,
  /** Maximum time for which a client may remain slow. */
  backlogMs: 5_000,
} as const;
