/**
 * Request fields that the service doesn't know. They are reported in a header, or rejected by a strict service (C-76).
 */
import * as z from 'zod';
import { getMaxItems } from '#spec/contract/max-items.ts';
import { ApiError, type ErrorCode } from '#spec/errors.ts';
import { lazy } from '#spec/lazy.ts';
import { suggestNames } from '#spec/suggest-names.ts';

/** A field or parameter that a schema does not declare. */
interface UnknownField {
  /** The path to the object that contains the field: field names, and `*` for an item of a list. */
  readonly parentPath: readonly string[];
  /** The indexes of the list items along the path, outermost first. */
  readonly indexes: readonly number[];
  readonly name: string;
  /** The names that the schema declares for this object. */
  readonly validNames: readonly string[];
}

/**
 * Receives unknown fields, and returns whether the search should continue. The search can stop early, because an object
 * may have half a million names.
 */
interface UnknownFieldCollector {
  report(field: UnknownField): boolean;
}

/** Reports every field of a value that the schema does not declare. Values of the wrong type are ignored. */
type FindUnknownFields = (value: unknown, collector: UnknownFieldCollector) => void;

type VisitValue = (value: unknown, indexes: number[], collector: UnknownFieldCollector) => void;

/** Used for values that may contain anything, and for values that are not objects. */
const visitNothing: VisitValue = () => {};

/**
 * Creates a function that finds unknown names. Parsing with the schema a second time would double the cost of a call.
 * The schema is compiled at the first search, because most operations and hub methods never need one.
 * @param rootName the name of the root in field paths
 * @param foldCase whether to ignore letter case in names
 */
export const createUnknownFieldFinder = (
  schema: z.ZodType,
  rootName: string,
  { foldCase = false }: { readonly foldCase?: boolean } = {},
): FindUnknownFields => {
  const fold = foldCase ? (name: string): string => name.toLowerCase() : (name: string): string => name;

  const compileVisitor = (subschema: unknown, parentPath: readonly string[]): VisitValue => {
    if (subschema instanceof z.ZodObject) return compileObjectVisitor(subschema, parentPath);
    if (subschema instanceof z.ZodArray)
      return visitItems(compileVisitor(subschema.element, [...parentPath, '*']), getMaxItems(subschema));
    if (subschema instanceof z.ZodPipe) return compileVisitor(subschema.in, parentPath);
    const isWrapper =
      subschema instanceof z.ZodOptional ||
      subschema instanceof z.ZodNullable ||
      subschema instanceof z.ZodDefault ||
      subschema instanceof z.ZodPrefault;
    return isWrapper ? compileVisitor(subschema.unwrap(), parentPath) : visitNothing;
  };

  const compileObjectVisitor = ({ shape, def }: z.ZodObject, parentPath: readonly string[]): VisitValue => {
    // Objects with a catchall keep unknown fields, so they need no search.
    if (def.catchall) return visitNothing;
    const validNames = Object.keys(shape);
    const visitors = new Map(
      validNames.map((name) => [fold(name), compileVisitor(shape[name], [...parentPath, name])]),
    );
    return (value, indexes, collector) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      for (const name in value) {
        const visit = visitors.get(fold(name));
        if (!visit) {
          if (!collector.report({ parentPath, indexes: [...indexes], name, validNames })) return;
        } else if (visit !== visitNothing) visit(value[name as keyof typeof value], indexes, collector);
      }
    };
  };

  const getVisitor = lazy(() => compileVisitor(schema, [rootName]));
  return (value, collector) => getVisitor()(value, [], collector);
};

/**
 * Creates a function that searches the items of a list. A list that exceeds its limit is skipped, because it is
 * rejected as a whole.
 */
const visitItems = (visit: VisitValue, maxItems: number): VisitValue =>
  visit === visitNothing
    ? visitNothing
    : (value, indexes, collector) => {
        if (!Array.isArray(value) || value.length > maxItems) return;
        for (let index = 0; index < value.length; index++) {
          indexes.push(index);
          visit(value[index], indexes, collector);
          indexes.pop();
        }
      };

/**
 * The maximum number of reported names. This number is enough to fix a client, because a field that occurs in many
 * items is listed only once.
 */
const maxNames = 20;
const maxNameLength = 64;
const maxCharacters = 1_000;

/** Stands for the names that were left out because of the limits. */
const moreMarker = '...';

export class IgnoredFields {
  readonly #strict: boolean;
  /** The first occurrence of each field, regardless of its index in a list. */
  #fields: Map<string, UnknownField> | undefined;
  #hasMore = false;

  /**
   * Creates an empty record of ignored fields.
   * @param strict whether the first unknown field causes an error
   */
  constructor(strict: boolean) {
    this.#strict = strict;
  }

  /**
   * Records an unknown field, or rejects it if the service is strict.
   * @throws ApiError INVALID_REQUEST or INVALID_QUERY with the nearest valid names, if the service is strict
   */
  report(field: UnknownField): boolean {
    if (this.#strict) throw createUnknownFieldError(field);
    return this.record(field);
  }

  /** Records an unknown field, even if the service is strict. */
  record(field: UnknownField): boolean {
    if (this.#hasMore) return false;
    this.#fields ??= new Map();
    const key = [...field.parentPath, field.name].join('.');
    if (this.#fields.has(key)) return true;
    if (this.#fields.size < maxNames) this.#fields.set(key, field);
    else this.#hasMore = true;
    return true;
  }

  /** Returns paths such as `body.nodes.3.prots`, encoded in characters that a header allows. */
  get names(): string[] {
    const names: string[] = [];
    let remaining = maxCharacters;
    for (const field of this.#fields?.values() ?? []) {
      const name = formatFieldPath(field, encodeName);
      remaining -= name.length;
      if (remaining < 0) return [...names, moreMarker];
      names.push(name);
    }
    return this.#hasMore ? [...names, moreMarker] : names;
  }

  get isEmpty(): boolean {
    return this.#fields === undefined;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#fields ? { [ignoredHeader]: this.names.join(', ') } : noHeaders;
  }
}

export const ignoredHeader = 'X-Ignored';

const noHeaders = {};

const truncateName = (name: string): string => name.slice(0, maxNameLength);

/**
 * Encodes a name for a path. Lone surrogates are replaced, because they can't be encoded, and dots are escaped, because
 * they separate the parts of a path.
 */
const encodeName = (name: string): string =>
  encodeURIComponent(truncateName(name).replace(/\p{Surrogate}/gu, '\uFFFD')).replaceAll('.', '%2E');

const formatFieldPath = (
  { parentPath, indexes, name }: UnknownField,
  formatName: (name: string) => string,
): string => {
  const positions = indexes.values();
  const steps = parentPath.map((step) => (step === '*' ? String(positions.next().value) : step));
  return [...steps, formatName(name)].join('.');
};

const createUnknownFieldError = (field: UnknownField): ApiError => {
  const { parentPath, name, validNames } = field;
  const [location] = parentPath;
  if (location === undefined)
    return new ApiError('INVALID_REQUEST', `The call takes no ${name}. Send it without one.`);
  const code: ErrorCode = location === 'query' ? 'INVALID_QUERY' : 'INVALID_REQUEST';
  // The path has the same format as field paths in other errors about the body.
  const path = formatFieldPath({ ...field, parentPath: parentPath.slice(1) }, truncateName);
  const nearest = suggestNames(name, validNames);
  const options = validNames.map((option) => `'${option}'`).join(', ') || 'none';
  const problem =
    location === 'query' ? 'not a query parameter of this call' : `not a field of the ${location}`;
  const hint = nearest.length > 0 ? `the nearest is '${nearest[0]}'` : `it takes ${options}`;
  return new ApiError(code, `'${path}' is ${problem}; ${hint}.`, {
    field: path,
    nearest: nearest,
    validOptions: validNames,
  });
};
