import type { z } from 'zod';

/** A message that came by the carrier; undefined for what nobody there should have sent. */
export const parseRelayMessage = <S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined => {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
