/** Encodes messages: JSON as text, MessagePack as binary messages. */
import { decode, encode } from '@msgpack/msgpack';
import { isRecord, type JsonRecord } from '../json.ts';

export type Encoding = 'json' | 'messagepack';

export const encodeMessage = (message: JsonRecord, encoding: Encoding): string | Uint8Array => {
  const fullMessage = { jsonrpc: '2.0', ...message };
  return encoding === 'json' ? JSON.stringify(fullMessage) : encode(fullMessage);
};

/** Decodes the object in a message; undefined for anything else. */
export const decodeMessage = (content: string | Uint8Array): JsonRecord | undefined => {
  try {
    const value: unknown = typeof content === 'string' ? JSON.parse(content) : decode(content);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
