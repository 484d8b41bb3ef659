import { messageTypes, ProtocolError } from './codec.ts';
import { createRecordTaker, toRecord } from './records.ts';
import type { ClientMessage, HubCodec, Invocation, ServerMessage } from './codec.ts';

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

/** A message as it came, its fields not looked at yet. */
type Fields = Readonly<Partial<Record<'type' | 'target' | 'arguments' | 'invocationId', unknown>>>;

const fromWire = (value: unknown): ClientMessage => {
  const fields: Fields = typeof value === 'object' && value !== null ? value : {};
  if (!Number.isInteger(fields.type)) throw new ProtocolError('A message is an object with an integer type');
  switch (fields.type) {
    case messageTypes.invocation:
      return invocation('invocation', fields);
    case messageTypes.streamInvocation:
      return invocation('streamInvocation', fields);
    case messageTypes.ping:
      return { kind: 'ping' };
    case messageTypes.close:
      return { kind: 'close' };
    default:
      return { kind: 'other' };
  }
};

const invocation = (kind: Invocation['kind'], fields: Fields): Invocation => {
  const { target, arguments: args, invocationId } = fields;
  if (typeof target !== 'string') throw new ProtocolError('An invocation names its target as a string');
  if (!Array.isArray(args)) throw new ProtocolError('An invocation carries its arguments as an array');
  if (invocationId === undefined || invocationId === null) return { kind, target, arguments: args };
  if (typeof invocationId !== 'string') throw new ProtocolError('An invocationId is a string');
  return { kind, target, arguments: args, invocationId };
};
