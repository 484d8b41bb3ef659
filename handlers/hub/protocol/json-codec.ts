import { toClientMessage } from './parse-client-message.ts';
import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { messageTypes } from './hub-codec.ts';
import { createRecordReader, toRecord } from './json-records.ts';
import type { Completion, HubCodec, ServerMessage } from './hub-codec.ts';

/** Encodes messages as JSON records, each of which ends with 0x1E. */
export const jsonCodec: HubCodec = {
  name: 'json',
  format: 'text',
  encode: (message) => toRecord(serializeMessage(message)),
  createDecoder(limit) {
    const readRecord = createRecordReader(limit);
    return function* (payload) {
      for (
        let next = readRecord(payload);
        next;
        next = next.rest.length > 0 ? readRecord(next.rest) : undefined
      ) {
        yield toClientMessage(parseRecord(next.record));
      }
    };
  },
};

/**
 * Serializes each frequent message type separately, because creating an object for each message would double the cost
 * of serialization.
 */
const serializeMessage = (message: ServerMessage): string => {
  const type = messageTypes[message.kind];
  switch (message.kind) {
    case 'invocation':
      return `{"type":${type},"target":"${message.target}","arguments":[${JSON.stringify(message.argument)}]}`;
    case 'completion':
      return `{"type":${type},"invocationId":${JSON.stringify(message.invocationId)}${serializeCompletion(message)}}`;
    default: {
      const { kind, ...rest } = message;
      return JSON.stringify({ type, ...rest });
    }
  }
};

const serializeCompletion = ({ error, result }: Completion): string => {
  if (error !== undefined) return `,"error":${JSON.stringify(error)}`;
  return result === undefined ? '' : `,"result":${JSON.stringify(result)}`;
};

const parseRecord = (record: string): object => {
  let value: unknown;
  try {
    value = JSON.parse(record);
  } catch {
    throw new ProtocolError('A message must be JSON');
  }
  if (typeof value === 'object' && value !== null) return value;
  throw new ProtocolError('A message must be an object with an integer type');
};
