/** Validates values against the documents of the runtime link: the schemas of its messages and of its event data. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import asyncapi from '#spec/documents/asyncapi.json' with { type: 'json' };
import link from '#spec/documents/runtime-link.schema.json' with { type: 'json' };
import { getByPath, isRecord, filterRecords } from '../json.ts';

/** Describes what is wrong with a value, or is `undefined` if the value is valid. */
type SchemaError = string | undefined;

export const linkPath = link['x-path'];
export const limits = link['x-limits'];
export const protocols: readonly number[] = link['x-protocols'];
export const errorCodes = Object.fromEntries(
  Object.entries(link['x-errors']).map(([name, { code }]) => [name, code]),
) as Readonly<Record<keyof (typeof link)['x-errors'], number>>;
export const closeCodes = link['x-close-codes'];

type Definition = keyof (typeof link)['$defs'];
export type CommandName = keyof (typeof link)['x-commands'];

const linkId = 'https://kit.invalid/link';
const eventsId = 'https://kit.invalid/events';

const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
addFormats.default(ajv);
ajv.addSchema({ $id: linkId, $defs: link.$defs });
ajv.addSchema({ $id: eventsId, components: asyncapi.components });

const getValidator = (path: string) => ajv.getSchema(path) ?? ajv.compile({ $ref: path });

const validateAt = (path: string, value: unknown, name: string): SchemaError => {
  const validate = getValidator(path);
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: name });
};

/** Validates a value against a definition of the runtime link, such as `hello.params`. */
export const findDefinitionError = (definition: Definition, value: unknown): SchemaError =>
  validateAt(`${linkId}#/$defs/${definition}`, value, definition);

const isDefined = (name: string): name is Definition => Object.hasOwn(link.$defs, name);

/** Validates a result, including the parts whose schema depends on the params of the command. */
export const findResultError = (command: CommandName, params: unknown, result: unknown): SchemaError =>
  findDefinitionError(`${command}.result`, result) ?? findDependentError(command, params, result);

const findDependentError = (command: CommandName, params: unknown, result: unknown): SchemaError => {
  if (command === 'action.run') {
    const name = `action.${String(getByPath(params, 'action'))}.result`;
    return isDefined(name) ? findDefinitionError(name, getByPath(result, 'result')) : undefined;
  }
  if (command === 'discovery.list') {
    const name = getByPath(params, 'dataType') === 'spawnables' ? 'discovery.spawnable' : 'discovery.item';
    const items = filterRecords(getByPath(result, 'items'));
    return items.map((item) => findDefinitionError(name, item)).find((error) => error !== undefined);
  }
  return undefined;
};

/**
 * Validates the params of a notification. Returns `undefined` for unknown notifications too, because later versions of
 * the runtime may send unknown notifications.
 */
export const findNoticeError = (method: string, params: unknown): SchemaError => {
  const name = `${method}.params`;
  return Object.hasOwn(link['x-notices'], method) && isDefined(name)
    ? findDefinitionError(name, params)
    : undefined;
};

/** The path of the definition that describes each event kind's data. */
const eventDataPaths = new Map<string, string>();
const highVolumeKinds = new Set<string>();
for (const [name, message] of Object.entries<unknown>(asyncapi.components.messages)) {
  const path = String(getByPath(message, 'payload.$ref')).replace('#/', '/');
  const parts = filterRecords(getByPath(asyncapi, `${path.slice(1).replaceAll('/', '.')}.allOf`));
  const index = parts.findIndex((part) => getByPath(part, 'properties.type.const') === name);
  if (index < 0) continue;
  eventDataPaths.set(name, `${path}/allOf/${index}/properties/data`);
  if (isRecord(message) && message['x-high-volume'] === true) highVolumeKinds.add(name);
}

export const isKnownKind = (kind: string): boolean => eventDataPaths.has(kind);
export const isHighVolume = (kind: string): boolean => highVolumeKinds.has(kind);

/**
 * Creates a validator for a schema that the runtime has declared. Returns `undefined` if the schema can't be compiled,
 * which the service reports when the runtime connects.
 */
export const createDeclaredValidator = (
  schema: Readonly<Record<string, unknown>>,
): ((value: unknown) => SchemaError) | undefined => {
  try {
    const validate = ajv.compile(schema);
    return (value) => (validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'data' }));
  } catch {
    return undefined;
  }
};

/** Validates the data of an event. Returns `undefined` for unknown kinds too. */
export const findEventError = (kind: string, data: unknown): SchemaError => {
  const path = eventDataPaths.get(kind);
  return path === undefined ? undefined : validateAt(`${eventsId}#${path}`, data, 'data');
};
