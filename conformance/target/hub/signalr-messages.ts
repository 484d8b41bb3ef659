import { isRecord } from '../../json.ts';
import type { JsonRecord } from '../../json.ts';

/** The character that ends every message in the JSON encoding of the SignalR hub protocol. */
const recordSeparator = '\u001e';

export const encodeMessage = (message: JsonRecord): string => JSON.stringify(message) + recordSeparator;

/** Returns the hub messages in one WebSocket message. Skips everything that is not a JSON object. */
export const decodeMessages = (payload: string): readonly JsonRecord[] =>
  payload.split(recordSeparator).flatMap((text) => {
    try {
      const value: unknown = JSON.parse(text);
      return isRecord(value) ? [value] : [];
    } catch {
      return [];
    }
  });

/** The message types that the kit uses. */
export const messageTypes = { invocation: 1, completion: 3, ping: 6, close: 7 } as const;
