import { hubLimits } from '#spec/hub-limits.ts';

/** What the hub and one connection may take, and how long things may last. Times are in milliseconds. */
export interface HubLimits {
  /** Connections at once, those before their handshake included. */
  readonly connections: number;
  /** Largest record that a client may send. */
  readonly messageBytes: number;
  readonly handshakeMs: number;
  /** The service sends a ping after this long without another message. */
  readonly pingMs: number;
  /** A client that says nothing for this long is gone. */
  readonly silenceMs: number;
  /** How long a negotiated connection waits for its socket. */
  readonly negotiationTimeoutMs: number;
  /** Negotiated connections waiting at once; the oldest gives way. */
  readonly maxPendingNegotiations: number;
  readonly patterns: number;
  /** Characters of all its filters, each counted once. */
  readonly filterText: number;
  /** Messages of clients that are handled in one turn of the event loop, and how long it may take; the rest waits for the next. */
  readonly maxMessagesPerTurn: number;
  readonly maxTurnMs: number;
  /** Events of one WebSocket message at most. */
  readonly eventsAMessage: number;
  /** Events kept for `Resume`, once for the ordinary kinds and once for the high-volume ones. */
  readonly history: number;
  /** Unsent messages and bytes past which a consumer is slow. */
  readonly backlogMessages: number;
  readonly backlogBytes: number;
  /** How long a consumer may stay slow. */
  readonly backlogMs: number;
  /** Bytes kept for a stateful reconnect until the client has acknowledged them, which it does once a second. */
  readonly maxUnacknowledgedBytes: number;
  /** How long, and for how many bytes, a client with stateful reconnect waits for its acknowledgement. */
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
