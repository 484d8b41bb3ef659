import { hubLimits } from '#spec/hub-limits.ts';

/** Limits of the hub and of one connection. Times are in milliseconds. */
export interface HubLimits {
  /** Simultaneous connections, including those before their handshake. */
  readonly connections: number;
  /** Largest record of a client. */
  readonly messageBytes: number;
  readonly handshakeMs: number;
  /** The hub sends a ping after this long without another message. */
  readonly pingMs: number;
  /** A client that sends nothing for this long is disconnected. */
  readonly silenceMs: number;
  /** How long a negotiated connection waits for its socket. */
  readonly negotiationTimeoutMs: number;
  /** Negotiated connections that wait at once; beyond that the oldest is dropped. */
  readonly maxPendingNegotiations: number;
  readonly patterns: number;
  /** Characters of all filters of a connection, with equal filters counted once. */
  readonly filterText: number;
  /**
   * Messages of clients that are handled in one event-loop turn, and its maximum duration. The rest waits for the next
   * turn.
   */
  readonly maxMessagesPerTurn: number;
  readonly maxTurnMs: number;
  /** Events per WebSocket message. */
  readonly eventsAMessage: number;
  /** Events retained for `Resume`: this many ordinary and this many high-volume ones. */
  readonly history: number;
  /** Unsent messages and bytes beyond which a consumer is slow. */
  readonly backlogMessages: number;
  readonly backlogBytes: number;
  /** How long a consumer may stay slow. */
  readonly backlogMs: number;
  /** Bytes retained for a stateful reconnect until the client acknowledges them, once a second. */
  readonly maxUnacknowledgedBytes: number;
  /** After how long, and after how many bytes, the hub acknowledges messages of a client with stateful reconnect. */
  readonly ackMs: number;
  readonly ackBytes: number;
  /** How long a peer may take to answer a Close before its socket is cut. */
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
