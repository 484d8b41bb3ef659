import type { EncodedMessage, opcodes } from './websocket-frame.ts';

/** The message numbers of the SignalR hub protocol. */
export const messageTypes = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
  ack: 8,
  sequence: 9,
} as const;

/** A call of a hub method. Without `invocationId` nobody waits for the completion. */
export interface Invocation {
  readonly kind: 'invocation' | 'streamInvocation';
  readonly invocationId?: string;
  readonly target: string;
  readonly arguments: readonly unknown[];
}

/**
 * What a client says. Messages of no consequence to the hub are `other`; those among them that a stateful
 * reconnect counts, because they belong to calls, are `ofCall`.
 */
export type ClientMessage =
  | Invocation
  | { readonly kind: 'ack' | 'sequence'; readonly sequenceId: number }
  | { readonly kind: 'ping' | 'close' | 'ofCall' | 'other' };

/** What the hub says. A completion carries a result or an error, never both. */
export type ServerMessage =
  | { readonly kind: 'invocation'; readonly target: string; readonly argument: unknown }
  | ({ readonly kind: 'completion'; readonly invocationId: string } & Completion)
  | { readonly kind: 'ping' }
  | { readonly kind: 'close'; readonly error?: string; readonly allowReconnect: boolean }
  | { readonly kind: 'ack' | 'sequence'; readonly sequenceId: number };

/** How a call ended: empty when it succeeded without a result. */
export type Completion = { readonly error?: string; readonly result?: unknown };

/** One encoding of the hub protocol. */
export interface HubCodec {
  /** The name that a handshake asks for. */
  readonly name: string;
  readonly format: keyof typeof opcodes;
  /** One message, delimited, so that encoded messages may stand one after the other. */
  encode(message: ServerMessage): EncodedMessage;
  /**
   * @returns a reader for one socket, which yields messages as they become whole.
   * Iterating it throws ProtocolError when the bytes make no sense.
   */
  createDecoder(limit: number): (payload: Buffer) => Iterable<ClientMessage>;
}
