/** What one connection may take, and how long things may last. Times are in milliseconds. */
export interface HubLimits {
  /** Largest record that a client may send. */
  readonly messageBytes: number;
  readonly handshakeMs: number;
  /** The service sends a ping after this long without another message. */
  readonly pingMs: number;
  /** A client that says nothing for this long is gone. */
  readonly silenceMs: number;
  /** How long a negotiated connection waits for its socket. */
  readonly negotiationMs: number;
  /** Negotiated connections waiting at once; the oldest gives way. */
  readonly pendingNegotiations: number;
  readonly patterns: number;
  /** High-volume events of one source leave at most once in this time. */
  readonly coalesceMs: number;
  /** Unsent messages and bytes past which a consumer is slow. */
  readonly backlogMessages: number;
  readonly backlogBytes: number;
  /** How long a consumer may stay slow. */
  readonly backlogMs: number;
  /** How long a peer may take to answer a Close before its socket is cut. */
  readonly closeMs: number;
}

export const defaultLimits: HubLimits = {
  messageBytes: 1 << 20,
  handshakeMs: 15_000,
  pingMs: 15_000,
  silenceMs: 30_000,
  negotiationMs: 30_000,
  pendingNegotiations: 10_000,
  patterns: 1_000,
  coalesceMs: 50,
  backlogMessages: 1_000,
  backlogBytes: 8 << 20,
  backlogMs: 5_000,
  closeMs: 2_000,
};
