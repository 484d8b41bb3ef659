import { ProtocolError } from '#runtime/link/protocol-error.ts';
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

/** A decoded message whose fields have not been validated yet. */
type MessageFields = Readonly<
  Partial<Record<'type' | 'target' | 'arguments' | 'invocationId' | 'sequenceId', unknown>>
>;

/** @throws ProtocolError if a field is missing or has the wrong type */
export const toClientMessage = (fields: MessageFields): ClientMessage => {
  switch (fields.type) {
    case messageTypes.invocation:
      return toInvocation('invocation', fields);
    case messageTypes.streamInvocation:
      return toInvocation('streamInvocation', fields);
    case messageTypes.streamItem:
    case messageTypes.completion:
    case messageTypes.cancelInvocation:
      return { kind: 'ofCall' };
    case messageTypes.ping:
      return { kind: 'ping' };
    case messageTypes.close:
      return { kind: 'close' };
    case messageTypes.ack:
      return { kind: 'ack', sequenceId: toSequenceId(fields) };
    case messageTypes.sequence:
      return { kind: 'sequence', sequenceId: toSequenceId(fields) };
    default:
      if (!Number.isInteger(fields.type)) throw new ProtocolError('A message must have an integer type');
      return { kind: 'other' };
  }
};

const toInvocation = (kind: Invocation['kind'], fields: MessageFields): Invocation => {
  const { target, arguments: args, invocationId } = fields;
  if (typeof target !== 'string') throw new ProtocolError('The target of an invocation must be a string');
  if (!Array.isArray(args)) throw new ProtocolError('The arguments of an invocation must be an array');
  if (invocationId === undefined || invocationId === null) return { kind, target, arguments: args };
  if (typeof invocationId !== 'string') throw new ProtocolError('An invocationId must be a string');
  return { kind, target, arguments: args, invocationId };
};

const toSequenceId = ({ sequenceId }: MessageFields): number => {
  if (Number.isSafeInteger(sequenceId) && Number(sequenceId) >= 0) return Number(sequenceId);
  throw new ProtocolError('A sequenceId must be a whole number');
};
