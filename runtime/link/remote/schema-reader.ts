import { compileParser, rejectAll } from '#spec/contract/compile-parser.ts';
import { lazy } from '#spec/lazy.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import type { z } from 'zod';

type ParseResult<S extends z.ZodType> =
  | { readonly data: z.output<S>; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: z.ZodError };

/** Reads what has come as a schema has it: by code made of the schema where it is exactly that, and otherwise by zod. */
export const createSchemaReader = <S extends z.ZodType>(schema: S): ((value: unknown) => ParseResult<S>) => {
  const accept = lazy(() => compileParser(schema) ?? rejectAll);
  return (value) => {
    const data = accept()(value) as z.output<S> | undefined;
    return data === undefined ? (schema.safeParse(value, validationMessages) as ParseResult<S>) : { data };
  };
};
