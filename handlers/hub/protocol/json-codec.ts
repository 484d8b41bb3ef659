import { toClientMessage } from './client-message.ts';
import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { messageTypes } from './codec.ts';
import { createRecordTaker, toRecord } from './records.ts';
import type { HubCodec, ServerMessage } from './codec.ts';

/** JSON records, each ended by 0x1E. */
export const jsonCodec: HubCodec = {
  name: 'json',
  format: 'text',
  encode: (message) => toRecord(JSON.stringify(toWire(message))),
  decoder(limit) {
    const take = createRecordTaker(limit);
    return function* (payload) {
      for (let taken = take(payload); taken; taken = taken.rest.length > 0 ? take(taken.rest) : undefined) {
        yield toClientMessage(parse(taken.record));
      }
    };
  },
};

const toWire = (message: ServerMessage): object => {
  const { kind, ...rest } = message;
  const type = messageTypes[kind];
  if (message.kind !== 'invocation') return { type, ...rest };
  return { type, target: message.target, arguments: [message.argument] };
};

const parse = (record: string): object => {
  let value: unknown;
  try {
    value = JSON.parse(record);
  } catch {
    throw new ProtocolError('A message is not JSON');
  }
  if (typeof value === 'object' && value !== null) return value;
  throw new ProtocolError('A message is an object with an integer type');
};
