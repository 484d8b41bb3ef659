import * as z from 'zod';
import { compileParser, rejectAll } from '#spec/contract/compile-parser.ts';
import { getMaxItems } from '#spec/contract/max-items.ts';
import { ApiError } from '#spec/errors.ts';
import { lazy } from '#spec/lazy.ts';
import { validationMessages } from '#spec/validation-messages.ts';

/** The maximum number of problems that an error lists. Further problems are only counted. */
const maxReportedProblems = 5;

/** The validated arguments, keyed by name. */
interface BoundArguments<T> {
  readonly args: T;
  /**
   * Whether the arguments match their declaration exactly, including letter case. Such arguments contain no unknown
   * fields.
   */
  readonly isExact: boolean;
}

/**
 * Creates a function that validates positional arguments and returns them keyed by name. Property names of objects may
 * have any letter case, but keys of records are data and stay unchanged.
 * @returns the function, which throws ApiError INVALID_REQUEST with the invalid argument and what was expected
 */
export const createArgumentBinder = <S extends z.ZodObject>(args: S) => {
  const names = Object.keys(args.shape);
  const accept = lazy(() => compileParser(args) ?? rejectAll);
  const recaser = lazy(() => createRecaser(args, ''));
  return (values: readonly unknown[]): BoundArguments<z.output<S>> => {
    if (values.length > names.length) {
      throw new ApiError(
        'INVALID_REQUEST',
        `Expected at most ${names.length} arguments (${names.join(', ')}), not ${values.length}.`,
      );
    }
    const named = nameValues(names, values);
    const accepted = accept()(named);
    if (accepted !== undefined) return { args: accepted as z.output<S>, isExact: true };
    const parsed = args.safeParse(recaser()(named), validationMessages);
    if (parsed.success) return { args: parsed.data, isExact: false };
    const { issues } = parsed.error;
    const problems = issues
      .slice(0, maxReportedProblems)
      .map(({ path, message }) => `${path.join('.')}: ${message}`);
    const suffix =
      issues.length > maxReportedProblems ? `; and ${issues.length - maxReportedProblems} more` : '';
    throw new ApiError('INVALID_REQUEST', `${problems.join('; ')}${suffix}.`);
  };
};

const nameValues = (names: readonly string[], values: readonly unknown[]): Record<string, unknown> => {
  const named: Record<string, unknown> = {};
  for (const [index, value] of values.entries()) named[names[index] as string] = value;
  return named;
};

type RecaseValue = (value: unknown) => unknown;

const keepCase: RecaseValue = (value) => value;

/**
 * Compiles a schema to a function that restores the declared letter case of property names. If an array exceeds its
 * limit, the function throws before it reads any item.
 */
const createRecaser = (schema: unknown, name: string): RecaseValue => {
  if (schema instanceof z.ZodObject) return recaseObject(schema);
  if (schema instanceof z.ZodArray) return recaseArray(schema, name);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return createRecaser(schema.unwrap(), name);
  }
  return keepCase;
};

const recaseArray = (schema: z.ZodArray, name: string): RecaseValue => {
  const recase = createRecaser(schema.element, name);
  const maxItems = getMaxItems(schema);
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (value.length <= maxItems) return recase === keepCase ? value : value.map(recase);
    throw new ApiError('INVALID_REQUEST', `${name}: expected at most ${maxItems}, not ${value.length}.`);
  };
};

const recaseObject = ({ shape }: z.ZodObject): RecaseValue => {
  const declared = Object.entries(shape).map(([name, field]) => ({
    name,
    recase: createRecaser(field, name),
  }));
  const byName = new Map(declared.map((field) => [field.name, field]));
  const byLowerCase = new Map(declared.map((field) => [field.name.toLowerCase(), field]));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const recased: Record<string, unknown> = {};
    for (const [key, propertyValue] of Object.entries(value)) {
      const field = byName.get(key) ?? byLowerCase.get(key.toLowerCase());
      if (field) recased[field.name] = field.recase(propertyValue);
    }
    return recased;
  };
};
