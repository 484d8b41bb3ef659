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

/** A call of a hub method. A call without an `invocationId` receives no completion. */
export interface Invocation {
  readonly kind: 'invocation' | 'streamInvocation';
  readonly invocationId?: string;
  readonly target: string;
  readonly arguments: readonly unknown[];
}

/**
 * A message from a client. `ofCall` and `other` have no effect on the hub, but stateful reconnect counts `ofCall`
 * messages, because they belong to a call.
 */
export type ClientMessage =
  | Invocation
  | { readonly kind: 'ack' | 'sequence'; readonly sequenceId: number }
  | { readonly kind: 'ping' | 'close' | 'ofCall' | 'other' };

/** A message from the hub. A completion has either a result or an error, never both. */
export type ServerMessage =
  | { readonly kind: 'invocation'; readonly target: string; readonly argument: unknown }
  | ({ readonly kind: 'completion'; readonly invocationId: string } & Completion)
  | { readonly kind: 'ping' }
  | { readonly kind: 'close'; readonly error?: string; readonly allowReconnect: boolean }
  | { readonly kind: 'ack' | 'sequence'; readonly sequenceId: number };

/** The outcome of a call. An empty completion means that the call succeeded without a result. */
export type Completion = { readonly error?: string; readonly result?: unknown };

/** An encoding of the hub protocol. */
export interface HubCodec {
  /** The name of the encoding in a handshake. */
  readonly name: string;
  readonly format: keyof typeof opcodes;
  /** Encodes a message together with its delimiter, so that encoded messages can be concatenated. */
  encode(message: ServerMessage): EncodedMessage;
  /**
   * Creates a decoder for one socket, which yields messages as soon as they are complete. Iterating over them throws
   * ProtocolError if the bytes are invalid.
   */
  createDecoder(limit: number): (payload: Buffer) => Iterable<ClientMessage>;
}
