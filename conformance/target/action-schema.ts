/**
 * Reads a target's own action schema. The description does not show this schema's shape, so the kit accepts any shape.
 */
import {
  filterRecords,
  filterStrings,
  getByPath,
  includesDeep,
  isRecord,
  type JsonRecord,
  walkJson,
} from '../json.ts';
import type { Fields } from './undocumented-fields.ts';

const nameFields = ['name', 'action', 'id', 'key', 'type'];

const equalsIgnoreCase = (a: unknown, b: string): boolean =>
  typeof a === 'string' && a.toLowerCase() === b.toLowerCase();

const findByKey = (record: JsonRecord, key: string): unknown =>
  Object.entries(record).find(([name]) => equalsIgnoreCase(name, key))?.[1];

/**
 * Finds the record of an action in an action schema whose shape is not documented. The record may have the action's
 * full name in a field or as its key, or may be below the record or key of the action's category.
 */
export const findAction = (schema: unknown, fullName: string): JsonRecord | undefined => {
  const dotIndex = fullName.indexOf('.');
  const category = fullName.slice(0, dotIndex);
  const action = fullName.slice(dotIndex + 1);
  for (const value of walkJson(schema)) {
    if (!isRecord(value)) continue;
    if (Object.values(value).some((text) => equalsIgnoreCase(text, fullName))) return value;
    if (
      equalsIgnoreCase(value.category, category) &&
      nameFields.some((field) => equalsIgnoreCase(value[field], action))
    )
      return value;
    const direct = findByKey(value, fullName);
    if (isRecord(direct)) return direct;
    const group = findByKey(value, category);
    const inGroup = isRecord(group)
      ? (findByKey(group, action) ?? findActionByName(group, action))
      : findActionByName(group, action);
    if (isRecord(inGroup)) return inGroup;
  }
  return undefined;
};

/** Whether a schema contains an action, either as a record or only as a name. */
export const isActionListed = (schema: unknown, fullName: string): boolean => {
  if (findAction(schema, fullName) !== undefined || includesDeep(schema, fullName)) return true;
  const dotIndex = fullName.indexOf('.');
  return [...walkJson(schema)].some(
    (value) =>
      isRecord(value) &&
      filterStrings(findByKey(value, fullName.slice(0, dotIndex))).some((text) =>
        equalsIgnoreCase(text, fullName.slice(dotIndex + 1)),
      ),
  );
};

const findActionByName = (group: unknown, action: string): JsonRecord | undefined => {
  for (const value of walkJson(group)) {
    if (!isRecord(value)) continue;
    if (nameFields.some((field) => equalsIgnoreCase(value[field], action))) return value;
    const direct = findByKey(value, action);
    if (isRecord(direct)) return direct;
  }
  return undefined;
};

export interface ActionParameter {
  readonly name: string;
  /** The JSON Schema of the parameter, with references inlined. */
  readonly schema: JsonRecord;
  readonly required: boolean;
}

export interface ActionDefinition {
  /** The dotted name, including the category. */
  readonly name: string;
  /** The path at which the action is called, if the schema contains it. */
  readonly path: string | undefined;
  readonly parameters: readonly ActionParameter[];
  /** The JSON Schema of the action's result, with references inlined, if the schema contains it. */
  readonly result: JsonRecord | undefined;
}

/**
 * Parses the actions of a schema, with their parameters. Returns an empty array if the shape of the schema is not
 * understood.
 */
export const parseActionSchema = (document: unknown, fields: Fields): readonly ActionDefinition[] => {
  const actionsByName = new Map<string, ActionDefinition>();
  const visit = (value: unknown, trail: readonly string[]): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, trail);
    if (!isRecord(value)) return;
    const parameters = fields.read(value, 'action.parameters');
    const name = getActionName(fields, value, trail);
    if (name !== undefined && typeof parameters === 'object' && parameters !== null) {
      const action = actionOf(name, value, inlineReferences(parameters, document));
      if (!actionsByName.has(name.toLowerCase())) actionsByName.set(name.toLowerCase(), action);
      return;
    }
    const identifier = findIdentifier(fields, value);
    for (const [key, inner] of Object.entries(value)) {
      if (!definitionKeys.test(key))
        visit(inner, [...trail, ...(identifier === undefined ? [] : [identifier]), key]);
    }
  };
  const actionOf = (name: string, record: JsonRecord, parameters: unknown): ActionDefinition => {
    const result = inlineReferences(fields.read(record, 'action.result'), document);
    const path = /\/api\/actions\/\S+/.exec(String(fields.read(record, 'action.route')))?.[0];
    return {
      name,
      path,
      parameters: parseParameters(fields, record, parameters),
      result: isRecord(result) ? result : undefined,
    };
  };
  visit(document, []);
  return [...actionsByName.values()];
};

const identifierPattern = /^[A-Za-z][\w-]*(\.[\w-]+)*$/;
/** Keys that contain actions or groups of actions, but are not the name of an action or a group. */
const containerKeys = /^(actions?|categor(y|ies)|commands?|groups?|items|list|data|schemas?|methods)$/i;

/** Keys that contain the definitions that references point to. */
const definitionKeys = /^(components|definitions|\$defs)$/;

/** Returns the name in a record. If there are several candidates, a dotted string is preferred. */
const findIdentifier = (fields: Fields, record: JsonRecord): string | undefined => {
  const candidates = filterStrings([
    fields.read(record, 'action.name'),
    record.name,
    record.action,
    record.id,
    record.command,
  ]);
  const suitable = candidates.filter((text) => identifierPattern.test(text));
  return suitable.find((text) => text.includes('.')) ?? suitable[0];
};

/** Returns the full name of a record that may be an action: its own name, preceded by its category if necessary. */
const getActionName = (fields: Fields, record: JsonRecord, trail: readonly string[]): string | undefined => {
  const path = trail.filter((key) => identifierPattern.test(key) && !containerKeys.test(key));
  const identifier = findIdentifier(fields, record) ?? path.at(-1);
  if (identifier === undefined || identifier.includes('.')) return identifier;
  const groupName = path.at(-1) === identifier ? path.at(-2) : path.at(-1);
  const category = typeof record.category === 'string' ? record.category : groupName;
  return category === undefined ? undefined : `${category}.${identifier}`;
};

/**
 * Parses parameters, which may be the JSON Schema of an object, a map of schemas keyed by name, or a list of named
 * records.
 */
const parseParameters = (
  fields: Fields,
  action: JsonRecord,
  parameters: unknown,
): readonly ActionParameter[] => {
  const requiredNames = filterStrings(
    getByPath(parameters, 'required') ?? getByPath(action, 'schema.required') ?? action.required,
  );
  const parameterRecords = Array.isArray(parameters)
    ? filterRecords(parameters).map(
        (record) => [String(fields.read(record, 'parameter.name')), record] as const,
      )
    : Object.entries((getByPath(parameters, 'properties') ?? parameters) as JsonRecord);
  return parameterRecords.flatMap(([name, record]) =>
    isRecord(record)
      ? {
          name,
          schema: isRecord(record.schema) ? record.schema : addType(fields, record),
          required: requiredNames.includes(name) || isRequiredParameter(fields, record),
        }
      : [],
  );
};

/** Whether a parameter is marked as required, or marked as not optional. */
export const isRequiredParameter = (fields: Fields, record: unknown): boolean =>
  fields.read(record, 'parameter.required') === true || fields.read(record, 'parameter.optional') === false;

const addType = (fields: Fields, record: JsonRecord): JsonRecord => {
  const type = fields.read(record, 'parameter.type');
  return type === undefined ? record : { ...record, type };
};

/**
 * Replaces all references in a part of a document with the definitions that they point to. A recursive reference
 * becomes a schema that accepts any value.
 */
const inlineReferences = (part: unknown, document: unknown, within: readonly string[] = []): unknown => {
  if (Array.isArray(part)) return part.map((item) => inlineReferences(item, document, within));
  if (!isRecord(part)) return part;
  const { $ref: reference } = part;
  if (typeof reference !== 'string') {
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => [key, inlineReferences(inner, document, within)]),
    );
  }
  if (within.includes(reference)) return {};
  const target = getByPath(document, reference.replace(/^#\//, '').replaceAll('/', '.'));
  return inlineReferences(target ?? {}, document, [...within, reference]);
};

const jsonTypeNames = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** Returns the JSON types that a schema accepts. Returns `undefined` if the schema does not state them clearly. */
const listJsonTypes = (schema: unknown): readonly string[] | undefined => {
  if (!isRecord(schema) || schema.allOf !== undefined) return undefined;
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) {
    const types = choices.map(listJsonTypes);
    return types.includes(undefined) ? undefined : types.flatMap((type) => type ?? []);
  }
  const types = filterStrings(Array.isArray(schema.type) ? schema.type : [schema.type]);
  if (types.length === 0 || !types.every((type) => jsonTypeNames.includes(type))) return undefined;
  return schema.nullable === true ? [...types, 'null'] : types;
};

/** Returns a value whose type a schema does not accept and that can't be coerced to an accepted type. */
export const findWrongTypeValue = (schema: JsonRecord): unknown => {
  const types = listJsonTypes(schema);
  if (types === undefined) return undefined;
  if (!types.includes('object')) return { no: 'such value' };
  return types.includes('string') ? undefined : 'no such value';
};
