import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { messageTypes } from './hub-codec.ts';
import type { ClientMessage, Invocation } from './hub-codec.ts';

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
