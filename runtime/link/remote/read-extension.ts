import * as z from 'zod';
import { actions, createNamedAction, type NamedAction } from '#spec/actions/index.ts';
import { renderActionsSchema } from '#spec/contract/render-actions.ts';
import { dataTypeNames } from '#spec/discovery-data-types.ts';
import { eventTypes } from '#spec/events.ts';
import { ApiError } from '#spec/errors.ts';
import { getRemainingSize, maxNestingDepth } from '#spec/value-limits.ts';
import { isRecord } from './json-rpc.ts';
import type { OwnAction, RuntimeExtension } from '#spec/runtime-link/runtime-extension.ts';
import type { LoadedExtension } from '../runtime-link.ts';

/** The first parts of all names of the service. */
const reservedPrefixes: ReadonlySet<string> = new Set(
  [...Object.keys(actions), ...eventTypes, ...dataTypeNames].map((name) => name.replace(/[.-].*/, '')),
);

/**
 * Maximum size of an extension: the number of values in it plus the number of characters. The service's own actions
 * have about a third of this size.
 */
const maxExtensionSize = 500_000;

/** @throws ApiError INVALID_VALUE that names the item */
const fail = (path: string, problem: string): never => {
  throw new ApiError('INVALID_VALUE', `extension${path === '' ? '' : `.${path}`}: ${problem}`);
};

/**
 * Creates a registry for the annotations of a runtime's schemas, such as titles. In documents, an id becomes the name of
 * a component. The prefix distinguishes it from the components of the service.
 */
const createAnnotations = (prefix: string) =>
  Object.assign(z.registry(), {
    add(schema: z.ZodType, { id, ...annotation }: Readonly<Record<string, unknown>>) {
      z.globalRegistry.add(schema, { ...annotation, ...(id !== undefined && { id: `${prefix}_${id}` }) });
    },
  });

const expressionKeywords: ReadonlySet<string> = new Set(['pattern', 'patternProperties']);
/** Keywords that hold values instead of schemas. */
const valueKeywords: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'example', 'examples']);
/** Keywords that hold schemas by names, which may be equal to keywords. */
const schemasByName: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

/** Returns whether a schema uses regular expressions. */
const hasExpression = (schema: unknown): boolean => {
  if (Array.isArray(schema)) return schema.some(hasExpression);
  if (!isRecord(schema)) return false;
  return Object.entries(schema).some(([keyword, value]) => {
    if (expressionKeywords.has(keyword)) return true;
    if (valueKeywords.has(keyword)) return false;
    return schemasByName.has(keyword) && isRecord(value)
      ? Object.values(value).some(hasExpression)
      : hasExpression(value);
  });
};

const readObjectSchema = (
  schema: Readonly<Record<string, unknown>>,
  prefix: string,
  path: string,
): z.ZodObject => {
  // Some expressions take hours to match a text of 40 characters, and would block the event loop.
  if (hasExpression(schema)) fail(path, "'pattern' and 'patternProperties' are not supported");
  let read: z.ZodType;
  try {
    read = z.fromJSONSchema(schema, { registry: createAnnotations(prefix) });
  } catch (failure) {
    return fail(path, (failure as Error).message);
  }
  return read instanceof z.ZodObject ? read : fail(path, "expected a schema of the type 'object'");
};

const requireUnique = (names: readonly string[], path: string): void => {
  const lowerNames = new Set<string>();
  for (const name of names) {
    if (lowerNames.has(name.toLowerCase())) fail(path, `'${name}' is listed twice`);
    lowerNames.add(name.toLowerCase());
  }
};

const readAction = (
  { name, parameters, result, ...spec }: OwnAction,
  prefix: string,
  path: string,
): NamedAction => {
  if (!name.startsWith(`${prefix}.`)) fail(`${path}.name`, `expected a name that starts with '${prefix}.'`);
  const { shape } = readObjectSchema(parameters, prefix, `${path}.parameters`);
  // The names of parameters are not case-sensitive.
  requireUnique(Object.keys(shape), `${path}.parameters`);
  return createNamedAction(prefix, name.slice(prefix.length + 1), {
    ...{ summary: spec.summary },
    ...(spec.description !== undefined && { description: spec.description }),
    ...(spec.timeout !== undefined && { timeout: spec.timeout }),
    // Unknown parameters are rejected, as for the service's own actions.
    parameters: z.object(shape),
    result: readObjectSchema(result, prefix, `${path}.result`),
  });
};

/** Rejects schemas that can be read but not shown, such as two schemas that each refer to themselves. */
const requireRenderable = (named: readonly NamedAction[], prefix: string): void => {
  try {
    renderActionsSchema({ [prefix]: Object.fromEntries(named.map(({ action, spec }) => [action, spec])) });
  } catch (failure) {
    fail('actions', (failure as Error).message);
  }
};

/**
 * Reads what a runtime offers besides the service's catalog.
 * @throws ApiError INVALID_VALUE that names the invalid item
 */
export const readExtension = (extension: RuntimeExtension): LoadedExtension => {
  const { prefix, actions: ownActions, dataTypes } = extension;
  if (getRemainingSize(extension, maxNestingDepth, maxExtensionSize) < 0)
    fail(
      '',
      `expected at most ${maxNestingDepth} levels, and ${maxExtensionSize} values and characters in all`,
    );
  if (reservedPrefixes.has(prefix)) fail('prefix', `'${prefix}' is a name of the service; choose another`);
  requireUnique(
    ownActions.map(({ name }) => name),
    'actions',
  );
  requireUnique(
    dataTypes.map(({ name }) => name),
    'dataTypes',
  );
  for (const [index, { name }] of dataTypes.entries())
    if (!name.startsWith(`${prefix}-`))
      fail(`dataTypes.${index}.name`, `expected a name that starts with '${prefix}-'`);
  const named = ownActions.map((action, index) => readAction(action, prefix, `actions.${index}`));
  requireRenderable(named, prefix);
  return {
    prefix,
    actions: new Map(named.map((action) => [action.name.toLowerCase(), action])),
    dataTypes,
  };
};
