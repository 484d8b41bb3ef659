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

/** A call of a hub method. Without `invocationId` it gets no completion. */
export interface Invocation {
  readonly kind: 'invocation' | 'streamInvocation';
  readonly invocationId?: string;
  readonly target: string;
  readonly arguments: readonly unknown[];
}

/**
 * A message of a client. `other` has no effect on the hub; `ofCall` is one of these that stateful reconnect counts,
 * because it belongs to a call.
 */
export type ClientMessage =
  | Invocation
  | { readonly kind: 'ack' | 'sequence'; readonly sequenceId: number }
  | { readonly kind: 'ping' | 'close' | 'ofCall' | 'other' };

/** A message of the hub. A completion has a result or an error, never both. */
export type ServerMessage =
  | { readonly kind: 'invocation'; readonly target: string; readonly argument: unknown }
  | ({ readonly kind: 'completion'; readonly invocationId: string } & Completion)
  | { readonly kind: 'ping' }
  | { readonly kind: 'close'; readonly error?: string; readonly allowReconnect: boolean }
  | { readonly kind: 'ack' | 'sequence'; readonly sequenceId: number };

/** How a call ended: empty when it succeeded without a result. */
export type Completion = { readonly error?: string; readonly result?: unknown };

/** An encoding of the hub protocol. */
export interface HubCodec {
  /** Its name in a handshake. */
  readonly name: string;
  readonly format: keyof typeof opcodes;
  /** Encodes one message with its delimiter, so that messages can be concatenated. */
  encode(message: ServerMessage): EncodedMessage;
  /**
   * Creates a decoder for one socket, which yields messages as they become complete. Iterating it throws ProtocolError
   * when the bytes are invalid.
   */
  createDecoder(limit: number): (payload: Buffer) => Iterable<ClientMessage>;
}
