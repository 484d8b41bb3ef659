import { messageTypes, ProtocolError } from './codec.ts';
import { createRecordTaker, toRecord } from './records.ts';
import type { ClientMessage, HubCodec, ServerMessage } from './codec.ts';

/** JSON records, each ended by 0x1E. */
export const jsonCodec: HubCodec = {
  name: 'json',
  format: 'text',
  encode: (message) => toRecord(JSON.stringify(toWire(message))),
  decoder(limit) {
    const take = createRecordTaker(limit);
    return function* (payload) {
      for (let taken = take(payload); taken; taken = take(taken.rest)) yield fromWire(parse(taken.record));
    };
  },
};

const toWire = (message: ServerMessage): object => {
  const { kind, ...rest } = message;
  const type = messageTypes[kind];
  if (message.kind !== 'invocation') return { type, ...rest };
  return { type, target: message.target, arguments: [message.argument] };
};

const parse = (record: string): unknown => {
  try {
    return JSON.parse(record);
  } catch {
    throw new ProtocolError('A message is not JSON');
  }
};

const fromWire = (value: unknown): ClientMessage => {
  if (typeof value !== 'object' || value === null || !('type' in value) || !Number.isInteger(value.type)) {
    throw new ProtocolError('A message is an object with an integer type');
  }
  switch (value.type) {
    case messageTypes.invocation:
      return invocation('invocation', value);
    case messageTypes.streamInvocation:
      return invocation('streamInvocation', value);
    case messageTypes.ping:
      return { kind: 'ping' };
    case messageTypes.close:
      return { kind: 'close' };
    default:
      return { kind: 'other' };
  }
};

const invocation = (
  kind: 'invocation' | 'streamInvocation',
  value: { target?: unknown; arguments?: unknown; invocationId?: unknown },
): ClientMessage => {
  const { target, arguments: args, invocationId } = value;
  if (typeof target !== 'string') throw new ProtocolError('An invocation names its target as a string');
  if (!Array.isArray(args)) throw new ProtocolError('An invocation carries its arguments as an array');
  if (invocationId === undefined || invocationId === null) return { kind, target, arguments: args };
  if (typeof invocationId !== 'string') throw new ProtocolError('An invocationId is a string');
  return { kind, target, arguments: args, invocationId };
};
