/** Messages as they go over the wire: JSON in text, MessagePack in binary messages. */
import { decode, encode } from '@msgpack/msgpack';
import { isRecord, type JsonRecord } from '../json.ts';

export type Encoding = 'json' | 'messagepack';

export const encodeMessage = (message: JsonRecord, encoding: Encoding): string | Uint8Array => {
  const whole = { jsonrpc: '2.0', ...message };
  return encoding === 'json' ? JSON.stringify(whole) : encode(whole);
};

/** The object that a message holds; undefined for anything else. */
export const decodeMessage = (content: string | Uint8Array): JsonRecord | undefined => {
  try {
    const value: unknown = typeof content === 'string' ? JSON.parse(content) : decode(content);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
