/** References from an operation of a batch to the results of operations before it (C-322). */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { getRemainingSize } from '#spec/value-limits.ts';
import type { BatchOperation } from '#spec/rest/batch.ts';

/** The part of a result that later operations can refer to. */
interface NamedResult {
  readonly index: number;
  readonly status: number;
  readonly body: unknown;
}

export interface BatchReferences {
  /**
   * Puts values into the path and the body of an operation.
   * @throws ApiError INVALID_REQUEST that names the reference that has no value
   */
  resolve(operation: BatchOperation, index: number): BatchOperation;
  /** Keeps the result of an operation that has a name. */
  record(operation: BatchOperation, result: NamedResult): void;
}

const namePattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;
/** A name, followed by fields and positions, such as `graph.body.nodes[0].id`. */
const referencePattern = /^([A-Za-z_][A-Za-z0-9_-]*)((?:\.[^.[\]{}]+|\[\d+\])+)$/;
const pathReference = /\{([^{}]*)\}/g;
/** The maximum length of the values in a path, which is more than any route needs. */
const maxPathLength = 8_192;
/** At most this many names are compared with a misspelled one, because a batch may contain thousands of either. */
const maxComparedNames = 50;
/** Reading bodies that are nested more deeply could overflow the stack. */
const maxBodyDepth = 1_000;

/**
 * Reads the names of a batch's operations.
 * @param largestBodies the maximum number of values and characters of all bodies together
 * @throws ApiError INVALID_REQUEST if a name is malformed, or given twice
 */
export const createBatchReferences = (
  operations: readonly BatchOperation[],
  largestBodies: number,
): BatchReferences => {
  const indexes = new Map<string, number>();
  for (const [index, { as: name }] of operations.entries()) {
    if (name === undefined) continue;
    const previous = indexes.get(name);
    if (!namePattern.test(name))
      throw createFieldError(
        index,
        'as',
        `'${name}'; expected letters, digits, '_' and '-', such as 'graph'`,
      );
    if (previous !== undefined)
      throw createFieldError(index, 'as', `'${name}', which is already the name of operation ${previous}`);
    indexes.set(name, index);
  }
  const results = new Map<string, NamedResult>();
  let remaining = largestBodies;

  const findResult = (reference: string, name: string): NamedResult => {
    const result = results.get(name);
    if (!result) throw new UnresolvedReference(reference, describeMissingName(name, indexes, results.keys()));
    if (result.status >= 400)
      throw new UnresolvedReference(
        reference,
        `operation ${result.index}, '${name}', has failed with ${result.status}`,
      );
    return result;
  };
  const read = (reference: string): unknown => {
    const [, name, steps] = referencePattern.exec(reference) ?? [];
    if (name === undefined || steps === undefined)
      throw new UnresolvedReference(reference, "a reference is a name with fields, such as 'graph.body.id'");
    const { status, body } = findResult(reference, name);
    let value: unknown = { status, body };
    let position = name;
    for (const [text, field, item] of steps.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)) {
      const key = field ?? item ?? '';
      if (!hasItem(value, key, item !== undefined))
        throw new UnresolvedReference(reference, `'${position}' ${describeContent(value, key)}`);
      value = (value as Readonly<Record<string, unknown>>)[key];
      position += text;
    }
    return value;
  };
  const fillPath = (path: string): string => {
    let addedLength = 0;
    return path.replace(pathReference, (_, reference: string) => {
      const segment = readSegment(reference);
      addedLength += segment.length;
      if (addedLength > maxPathLength)
        throw new UnresolvedReference(
          reference,
          `its value would make the path longer than ${maxPathLength}`,
        );
      return segment;
    });
  };
  const readSegment = (reference: string): string => {
    const value = read(reference);
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    // '.' and '..' would lead to another path, and half a character has no encoding
    if (/^\.{0,2}$/.test(text) || /\p{Surrogate}/u.test(text))
      throw new UnresolvedReference(reference, `${describeKind(value)} cannot be a part of a path`);
    return encodeURIComponent(text);
  };
  const createTooLargeError = (): ApiError =>
    new ApiError(
      'PAYLOAD_TOO_LARGE',
      `With the values of its references, the body would exceed ${maxBodyDepth} levels, or the bodies of the batch ${largestBodies} values and characters.`,
      { limit: largestBodies },
    );
  const fill = (value: unknown, levels = maxBodyDepth): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (levels === 0) throw createTooLargeError();
    if (Array.isArray(value)) return value.map((item) => fill(item, levels - 1));
    const entries = Object.entries(value);
    const [first] = entries;
    if (entries.length === 1 && first?.[0] === '$ref' && typeof first[1] === 'string') return read(first[1]);
    return Object.fromEntries(entries.map(([key, item]) => [key, fill(item, levels - 1)]));
  };
  const fillBody = (body: unknown): unknown => {
    const filled = fill(body);
    const left = getRemainingSize(filled, maxBodyDepth, remaining);
    if (left < 0) throw createTooLargeError();
    remaining = left;
    return filled;
  };

  return {
    resolve: (operation, index) => {
      try {
        return {
          ...operation,
          path: fillPath(operation.path),
          ...(operation.body !== undefined && { body: fillBody(operation.body) }),
        };
      } catch (failure) {
        if (failure instanceof UnresolvedReference)
          throw new ApiError(
            'INVALID_REQUEST',
            `Operation ${index} refers to '${failure.reference}', but ${failure.message}.`,
            { index, reference: failure.reference },
          );
        throw failure;
      }
    },
    record({ as: name }, result) {
      if (name !== undefined) results.set(name, result);
    },
  };
};

/** The reason why a reference can't be replaced. */
class UnresolvedReference extends Error {
  readonly reference: string;
  constructor(reference: string, reason: string) {
    super(reason);
    this.reference = reference;
  }
}

/** Creates the error for a field of an operation with which the whole batch is rejected. */
export const createFieldError = (index: number, field: string, reason: string): ApiError =>
  new ApiError('INVALID_REQUEST', `'operations.${index}.${field}' is ${reason}.`, { index, field });

const describeMissingName = (
  name: string,
  indexes: ReadonlyMap<string, number>,
  named: Iterable<string>,
): string => {
  const index = indexes.get(name);
  if (index !== undefined) return `operation ${index}, '${name}', does not run before it`;
  return `no operation is called '${name}'${formatSuggestion(name, [...named].slice(-maxComparedNames))}`;
};

const formatSuggestion = (requested: string, names: readonly string[]): string => {
  const [nearest] = suggestNames(requested, names);
  return nearest === undefined ? '' : `; did you mean '${nearest}'?`;
};

const hasItem = (value: unknown, key: string, isPosition: boolean): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray(value) === isPosition &&
  Object.hasOwn(value, key);

const describeKind = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : JSON.stringify(value);
};

const describeContent = (value: unknown, key: string): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `is ${describeKind(value)}`;
  return `has no field '${key}'${formatSuggestion(key, Object.keys(value).slice(0, maxComparedNames))}`;
};
