import { toClientMessage } from './parse-client-message.ts';
import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { messageTypes } from './hub-codec.ts';
import { decodeMessagePack } from '#runtime/link/messagepack/decode-messagepack.ts';
import { encodeMessagePack } from '#runtime/link/messagepack/encode-messagepack.ts';
import { createLengthPrefixDecoder, writeLengthPrefix, reservedPrefixBytes } from './length-prefix.ts';
import type { ClientMessage, Completion, HubCodec, ServerMessage } from './hub-codec.ts';

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
