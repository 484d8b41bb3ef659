import type { z } from 'zod';

/** Parses a message from the broker. @returns undefined for an invalid one */
export const parseRelayMessage = <S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined => {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
