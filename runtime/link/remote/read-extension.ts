import * as z from 'zod';
import { assetName, color, objectTag, vector3 } from '#spec/actions/parameter-schemas.ts';
import { actions, createNamedAction, type NamedAction } from '#spec/actions/index.ts';
import { renderActionsSchema } from '#spec/contract/render-actions.ts';
import { renderAsyncApi } from '#spec/contract/render-asyncapi.ts';
import { coerceValue } from '#spec/coerce-value.ts';
import { dataTypeNames } from '#spec/discovery-data-types.ts';
import { eventTypes } from '#spec/events.ts';
import { ApiError } from '#spec/errors.ts';
import { getRemainingSize, maxNestingDepth } from '#spec/value-limits.ts';
import { isRecord } from './json-rpc.ts';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';
import type { NodeType, PortDeclaration } from '#spec/node-type.ts';
import type {
  OwnAction,
  OwnEventKind,
  OwnNodeType,
  RuntimeExtension,
} from '#spec/runtime-link/runtime-extension.ts';
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

/** Rejects names that every JavaScript object inherits, such as `constructor`: a missing field would seem to exist. */
const requireUsableName = (name: string, path: string): void => {
  if (name in Object.prototype) fail(path, `'${name}' is a reserved name; choose another`);
};

/** Checks the keywords of a schema and the names of all fields. */
const checkSchema = (schema: unknown, path: string): void => {
  if (Array.isArray(schema)) for (const item of schema) checkSchema(item, path);
  if (!isRecord(schema)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    // Some expressions take hours to match a text of 40 characters, and would block the event loop.
    if (expressionKeywords.has(keyword)) fail(path, "'pattern' and 'patternProperties' are not supported");
    if (valueKeywords.has(keyword)) continue;
    if (!schemasByName.has(keyword) || !isRecord(value)) {
      checkSchema(value, path);
      continue;
    }
    for (const [name, field] of Object.entries(value)) {
      requireUsableName(name, path);
      checkSchema(field, path);
    }
  }
};

const readObjectSchema = (
  schema: Readonly<Record<string, unknown>>,
  prefix: string,
  path: string,
): z.ZodObject => {
  checkSchema(schema, path);
  const { properties } = schema;
  if (properties !== undefined && !isRecord(properties))
    fail(`${path}.properties`, 'expected an object with a JSON Schema for each property');
  for (const [name, property] of Object.entries(properties ?? {}))
    if (!isRecord(property) && typeof property !== 'boolean')
      fail(
        `${path}.properties.${name}`,
        'expected a JSON Schema, which is an object such as {"type": "number"}',
      );
  let read: z.ZodType;
  try {
    read = z.fromJSONSchema(schema, { registry: createAnnotations(prefix) });
  } catch (failure) {
    return fail(path, (failure as Error).message);
  }
  return read instanceof z.ZodObject ? read : fail(path, "expected a schema of the type 'object'");
};

/** The schemas of parameters with these port types, which accept what ports of these types accept. */
const portParameters: Readonly<Record<string, z.ZodType>> = {
  Vector3: vector3,
  Color: color,
  ObjectSelector: objectTag,
  AssetSelector: assetName,
};

/** Reads the parameters that have a port type. The runtime receives their values in canonical form. */
const readPortParameters = ({
  properties = {},
  required,
}: Readonly<Record<string, unknown>>): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, unknown>>).flatMap(([name, property]) => {
      if (!isRecord(property)) return [];
      const schema = portParameters[String(property['x-port-type'])];
      if (!schema) return [];
      const described =
        typeof property.description === 'string' ? schema.describe(property.description) : schema;
      if ('default' in property) return [[name, described.prefault(property.default)]];
      const isRequired = Array.isArray(required) && required.includes(name);
      return [[name, isRequired ? described : described.optional()]];
    }),
  );

const requireUnique = (names: readonly string[], path: string): void => {
  const lowerNames = new Set<string>();
  for (const name of names) {
    if (lowerNames.has(name.toLowerCase())) fail(path, `'${name}' is listed twice`);
    lowerNames.add(name.toLowerCase());
  }
};

/** Requires that all items of a list have different names, which start with the prefix. */
const requireOwnNames = <Key extends string>(
  items: readonly { readonly [K in Key]: string }[],
  key: Key,
  start: string,
  path: string,
): void => {
  requireUnique(
    items.map((item) => item[key]),
    path,
  );
  for (const [index, item] of items.entries())
    if (!item[key].startsWith(start))
      fail(`${path}.${index}.${key}`, `expected a name that starts with '${start}'`);
};

const readAction = (
  { name, parameters, result, ...spec }: OwnAction,
  prefix: string,
  path: string,
): NamedAction => {
  const { shape: declaredShape } = readObjectSchema(parameters, prefix, `${path}.parameters`);
  const shape = { ...declaredShape, ...readPortParameters(parameters) };
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

const readNodeType = (type: OwnNodeType, nodeTypes: readonly NodeType[], path: string): NodeType => {
  const { category, kind, ports } = type;
  const isSame = (other: string): boolean => other.toLowerCase() === category.toLowerCase();
  if (nodeTypes.some((known) => isSame(known.category)))
    fail(`${path}.category`, `'${category}' is a category of the service; choose another`);
  if (ports.some(({ type: portType }) => portType === 'Trigger') === (kind === 'pure'))
    fail(`${path}.ports`, 'a pure node has no port of the type Trigger, and any other node has one');
  for (const direction of ['input', 'output'])
    requireUnique(
      ports.filter((port) => port.direction === direction).map(({ name }) => name),
      `${path}.ports`,
    );
  return {
    ...type,
    ports: ports.map((port, index) => readPort(port, `${path}.ports.${index}`)),
  };
};

const readPort = (port: OwnNodeType['ports'][number], path: string): PortDeclaration => {
  const { name, type, direction, options, default: initial } = port;
  requireUsableName(name, `${path}.name`);
  if ((type === 'Dropdown') !== (options !== undefined))
    fail(`${path}.options`, 'a Dropdown has options, and no other port has any');
  const first = options?.[0];
  if (initial === undefined) return { ...port, ...(first !== undefined && { default: first }) };
  if (direction === 'output' || type === 'Trigger' || type === 'Button')
    fail(`${path}.default`, 'only inputs with values have a default');
  try {
    return { ...port, default: coerceValue({ ...port, name: 'default' }, initial) };
  } catch (failure) {
    return fail(path, (failure as ApiError).reason);
  }
};

/** Returns whether a field may have values that are no text. Filters compare text. */
const acceptsOtherThanText = (field: z.ZodType): boolean =>
  [null, 0, 0.5, true, [], {}].some((value) => field.safeParse(value).success);

const readEventKind = (
  { summary, data, subject, example = {} }: OwnEventKind,
  prefix: string,
  path: string,
): EventSpec => {
  const schema = readObjectSchema(data, prefix, `${path}.data`);
  const missing = subject.find((field) => !Object.hasOwn(schema.shape, field));
  if (missing !== undefined) fail(`${path}.subject`, `the data has no field '${missing}'`);
  const other = subject.find((field) => acceptsOtherThanText(schema.shape[field] as z.ZodType));
  if (other !== undefined) fail(`${path}.subject`, `the field '${other}' of the data must be a string`);
  return { summary, data: schema, subject, example, isOwn: true };
};

/** Rejects schemas that can be read but not shown, such as two schemas that each refer to themselves. */
const requireRenderable = (render: () => unknown, path: string): void => {
  try {
    render();
  } catch (failure) {
    fail(path, (failure as Error).message);
  }
};

/**
 * Reads what a runtime offers besides the service's catalog.
 * @param nodeTypes the node types of the service
 * @throws ApiError INVALID_VALUE that names the invalid item
 */
export const readExtension = (
  extension: RuntimeExtension,
  nodeTypes: readonly NodeType[],
): LoadedExtension => {
  const { prefix, actions: ownActions, dataTypes, events } = extension;
  if (getRemainingSize(extension, maxNestingDepth, maxExtensionSize) < 0)
    fail(
      '',
      `expected at most ${maxNestingDepth} levels, and ${maxExtensionSize} values and characters in all`,
    );
  if (reservedPrefixes.has(prefix)) fail('prefix', `'${prefix}' is a name of the service; choose another`);
  requireOwnNames(ownActions, 'name', `${prefix}.`, 'actions');
  requireOwnNames(dataTypes, 'name', `${prefix}-`, 'dataTypes');
  requireOwnNames(extension.nodeTypes, 'enumValue', `${prefix}.`, 'nodeTypes');
  requireOwnNames(events, 'type', `${prefix}.`, 'events');
  const named = ownActions.map((action, index) => readAction(action, prefix, `actions.${index}`));
  const ownActionSpecs = Object.fromEntries(named.map(({ action, spec }) => [action, spec]));
  requireRenderable(() => renderActionsSchema({ [prefix]: ownActionSpecs }), 'actions');
  const ownEvents = new Map(
    events.map((event, index) => [event.type, readEventKind(event, prefix, `events.${index}`)]),
  );
  requireRenderable(
    () => renderAsyncApi({ events: Object.fromEntries(ownEvents), hub: {}, version: '' }),
    'events',
  );
  return {
    prefix,
    actions: new Map(named.map((action) => [action.name.toLowerCase(), action])),
    dataTypes,
    nodeTypes: extension.nodeTypes.map((type, index) => readNodeType(type, nodeTypes, `nodeTypes.${index}`)),
    events: ownEvents,
  };
};
