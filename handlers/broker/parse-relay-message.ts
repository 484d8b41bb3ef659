import type { z } from 'zod';

/**
 * Parses a message from the broker.
 * @returns the message, or `undefined` if the message is invalid
 */
export const parseRelayMessage = <S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined => {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
