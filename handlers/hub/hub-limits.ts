import { hubLimits } from '#spec/hub-limits.ts';

/** Limits for the hub and for each connection. Times are in milliseconds. */
export interface HubLimits {
  /** The maximum number of simultaneous connections, including those before their handshake. */
  readonly connections: number;
  /** The maximum size in bytes of a record from a client. */
  readonly messageBytes: number;
  readonly handshakeMs: number;
  /** The hub sends a ping when it has sent no other message for this long. */
  readonly pingMs: number;
  /** A client that has sent nothing for this long is disconnected. */
  readonly silenceMs: number;
  /** How long a negotiated connection waits for its socket. */
  readonly negotiationTimeoutMs: number;
  /**
   * The number of negotiated connections that may wait at the same time. When more connections are waiting, the oldest
   * is dropped.
   */
  readonly maxPendingNegotiations: number;
  readonly patterns: number;
  /** The total number of characters in all filters of a connection. Equal filters are counted only once. */
  readonly filterText: number;
  /**
   * The number of client messages that are handled in one event-loop turn, and the turn's maximum duration. Further
   * messages wait for the next turn.
   */
  readonly maxMessagesPerTurn: number;
  readonly maxTurnMs: number;
  /** The maximum number of events in one WebSocket message. */
  readonly eventsAMessage: number;
  /**
   * The number of events that are retained for `Resume`: this many ordinary events, and this many high-volume events.
   */
  readonly history: number;
  /** A consumer counts as slow if it has more unsent messages or bytes than this. */
  readonly backlogMessages: number;
  readonly backlogBytes: number;
  /** How long a consumer may remain slow. */
  readonly backlogMs: number;
  /**
   * The number of bytes that are retained for a stateful reconnect until the client acknowledges them. Clients send an
   * acknowledgment once per second.
   */
  readonly maxUnacknowledgedBytes: number;
  /**
   * The time and the number of bytes after which the hub acknowledges messages from a client with stateful reconnect.
   */
  readonly ackMs: number;
  readonly ackBytes: number;
  /** How long a peer may take to respond to a Close before its socket is cut off. */
  readonly closeMs: number;
}

export const defaultHubLimits: HubLimits = {
  ...hubLimits,
  connections: 2_000,
  negotiationTimeoutMs: 30_000,
  maxPendingNegotiations: 10_000,
  maxUnacknowledgedBytes: 1 << 20,
  ackMs: 1_000,
  ackBytes: 25_000,
  closeMs: 2_000,
  maxMessagesPerTurn: 256,
  maxTurnMs: 5,
};
