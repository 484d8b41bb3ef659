import { compileParser, rejectAll } from '#spec/contract/compile-parser.ts';
import { lazy } from '#spec/lazy.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import type { z } from 'zod';

type ParseResult<S extends z.ZodType> =
  | { readonly data: z.output<S>; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: z.ZodError };

/**
 * Creates a parser for a schema. The parser uses compiled code where that is equivalent to zod, and zod itself
 * otherwise.
 */
export const createSchemaReader = <S extends z.ZodType>(schema: S): ((value: unknown) => ParseResult<S>) => {
  const parse = lazy(() => compileParser(schema) ?? rejectAll);
  return (value) => {
    const data = parse()(value) as z.output<S> | undefined;
    return data === undefined ? (schema.safeParse(value, validationMessages) as ParseResult<S>) : { data };
  };
};
