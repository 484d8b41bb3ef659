/** Encodes messages: JSON as text messages, and MessagePack as binary messages. */
import { decode, encode } from '@msgpack/msgpack';
import { isRecord, type JsonRecord } from '../json.ts';

export type Encoding = 'json' | 'messagepack';

export const encodeMessage = (message: JsonRecord, encoding: Encoding): string | Uint8Array => {
  const fullMessage = { jsonrpc: '2.0', ...message };
  return encoding === 'json' ? JSON.stringify(fullMessage) : encode(fullMessage);
};

/** Decodes a message. Returns `undefined` if the message does not contain an object. */
export const decodeMessage = (content: string | Uint8Array): JsonRecord | undefined => {
  try {
    const value: unknown = typeof content === 'string' ? JSON.parse(content) : decode(content);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
