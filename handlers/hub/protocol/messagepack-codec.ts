import { toClientMessage } from './client-message.ts';
import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { messageTypes } from './codec.ts';
import { decodeMessagePack } from '#runtime/link/messagepack/decode.ts';
import { encodeMessagePack } from '#runtime/link/messagepack/encode.ts';
import { createPrefixedTaker, prefixed, prefixRoom } from './prefixed.ts';
import type { ClientMessage, Completion, HubCodec, ServerMessage } from './codec.ts';

/** MessagePack arrays, each behind its length. */
export const messagePackCodec: HubCodec = {
  name: 'messagepack',
  format: 'binary',
  encode: (message) => prefixed(encodeMessagePack(toWire(message), prefixRoom)),
  decoder(limit) {
    const take = createPrefixedTaker(limit);
    return function* (payload) {
      for (const bytes of take(payload)) yield fromWire(decodeMessagePack(bytes));
    };
  },
};

const toWire = (message: ServerMessage): readonly unknown[] => {
  const type = messageTypes[message.kind];
  switch (message.kind) {
    case 'invocation':
      return [type, {}, null, message.target, [message.argument], []];
    case 'completion':
      return [type, {}, message.invocationId, ...ending(message)];
    case 'ping':
      return [type];
    case 'close':
      return [type, message.error, message.allowReconnect];
    case 'ack':
    case 'sequence':
      return [type, message.sequenceId];
  }
};

/** What kind of result a completion has, and the result. */
const ending = ({ error, result }: Completion): readonly unknown[] => {
  if (error !== undefined) return [1, error];
  return result === undefined ? [2] : [3, result];
};

const fromWire = (value: unknown): ClientMessage => {
  if (!Array.isArray(value)) throw new ProtocolError('A message is an array that begins with its type');
  const [type] = value;
  if (type === messageTypes.ack || type === messageTypes.sequence) {
    return toClientMessage({ type, sequenceId: value[1] });
  }
  const [, , invocationId, target, args] = value;
  return toClientMessage({ type, invocationId, target, arguments: args });
};
