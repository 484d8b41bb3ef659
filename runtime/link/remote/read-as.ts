import { createAcceptor, refuse } from '#spec/contract/acceptor.ts';
import { lazy } from '#spec/lazy.ts';
import { worded } from '#spec/wording.ts';
import type { z } from 'zod';

type Read<S extends z.ZodType> =
  | { readonly data: z.output<S>; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: z.ZodError };

/** Reads what has come as a schema has it: by code made of the schema where it is exactly that, and otherwise by zod. */
export const readerOf = <S extends z.ZodType>(schema: S): ((value: unknown) => Read<S>) => {
  const accept = lazy(() => createAcceptor(schema) ?? refuse);
  return (value) => {
    const data = accept()(value) as z.output<S> | undefined;
    return data === undefined ? (schema.safeParse(value, worded) as Read<S>) : { data };
  };
};
