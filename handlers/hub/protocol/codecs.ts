/** The encodings of the hub protocol: JSON and MessagePack. */
import { decodeMessagePack } from '#runtime/link/messagepack/decode-messagepack.ts';
import { encodeMessagePack } from '#runtime/link/messagepack/encode-messagepack.ts';
import { ProtocolError } from '#runtime/link/protocol-error.ts';
import {
  type ClientMessage,
  type Completion,
  type HubCodec,
  messageTypes,
  type ServerMessage,
  toClientMessage,
} from './hub-codec.ts';
import {
  createLengthPrefixDecoder,
  createRecordReader,
  reservedPrefixBytes,
  toRecord,
  writeLengthPrefix,
} from './framing.ts';

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

/** Encodes messages as MessagePack arrays, each with a length prefix. */
export const messagePackCodec: HubCodec = {
  name: 'messagepack',
  format: 'binary',
  encode: (message) => writeLengthPrefix(encodeMessagePack(toMessageArray(message), reservedPrefixBytes)),
  createDecoder(limit) {
    const readMessages = createLengthPrefixDecoder(limit);
    return function* (payload) {
      for (const bytes of readMessages(payload)) yield fromMessageArray(decodeMessagePack(bytes));
    };
  },
};

const toMessageArray = (message: ServerMessage): readonly unknown[] => {
  const type = messageTypes[message.kind];
  switch (message.kind) {
    case 'invocation':
      return [type, {}, null, message.target, [message.argument], []];
    case 'completion':
      return [type, {}, message.invocationId, ...toCompletionFields(message)];
    case 'ping':
      return [type];
    case 'close':
      return [type, message.error, message.allowReconnect];
    case 'ack':
    case 'sequence':
      return [type, message.sequenceId];
  }
};

/** Returns the kind of a completion's result, followed by the error or the result, if there is one. */
const toCompletionFields = ({ error, result }: Completion): readonly unknown[] => {
  if (error !== undefined) return [1, error];
  return result === undefined ? [2] : [3, result];
};

const fromMessageArray = (value: unknown): ClientMessage => {
  if (!Array.isArray(value)) throw new ProtocolError('A message must be an array that begins with its type');
  const [type] = value;
  if (type === messageTypes.ack || type === messageTypes.sequence) {
    return toClientMessage({ type, sequenceId: value[1] });
  }
  const [, , invocationId, target, args] = value;
  return toClientMessage({ type, invocationId, target, arguments: args });
};

/** The encodings that a handshake may request. */
export const codecs: readonly HubCodec[] = [jsonCodec, messagePackCodec];
