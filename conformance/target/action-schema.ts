/** What a target's own action schema says of its actions, whatever shape it has: the description does not show it. */
import { at, isRecord, recordsOf, stringsOf } from '../json.ts';
import type { JsonRecord } from '../json.ts';
import type { Fields } from './fields.ts';

export interface ServedParameter {
  readonly name: string;
  /** Its JSON schema, with references put in. */
  readonly schema: JsonRecord;
  readonly required: boolean;
}

export interface ServedAction {
  /** Dotted, with its category. */
  readonly name: string;
  /** Where it is called, when the schema tells. */
  readonly path: string | undefined;
  readonly parameters: readonly ServedParameter[];
  /** JSON schema of its result, with references put in, when the schema tells. */
  readonly result: JsonRecord | undefined;
}

/** The actions that a schema describes with their parameters; none where its shape is not understood. */
export const servedActions = (document: unknown, fields: Fields): readonly ServedAction[] => {
  const found = new Map<string, ServedAction>();
  const visit = (value: unknown, trail: readonly string[]): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, trail);
    if (!isRecord(value)) return;
    const parameters = fields.read(value, 'action.parameters');
    const name = nameOf(fields, value, trail);
    if (name !== undefined && typeof parameters === 'object' && parameters !== null) {
      const action = actionOf(name, value, inlined(parameters, document));
      if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), action);
      return;
    }
    const own = identifierIn(fields, value);
    for (const [key, inner] of Object.entries(value)) {
      if (!shared.test(key)) visit(inner, [...trail, ...(own === undefined ? [] : [own]), key]);
    }
  };
  const actionOf = (name: string, record: JsonRecord, parameters: unknown): ServedAction => {
    const result = inlined(fields.read(record, 'action.result'), document);
    const path = /\/api\/actions\/\S+/.exec(String(fields.read(record, 'action.route')))?.[0];
    return {
      name,
      path,
      parameters: parametersOf(fields, record, parameters),
      result: isRecord(result) ? result : undefined,
    };
  };
  visit(document, []);
  return [...found.values()];
};

const identifier = /^[A-Za-z][\w-]*(\.[\w-]+)*$/;
/** Keys that hold actions or groups of them, and name neither. */
const containers = /^(actions?|categor(y|ies)|commands?|groups?|items|list|data|schemas?|methods)$/i;

/** Keys under which lies what references point to. */
const shared = /^(components|definitions|\$defs)$/;

/** A dotted text is the likelier name where several are told. */
const identifierIn = (fields: Fields, record: JsonRecord): string | undefined => {
  const told = stringsOf([
    fields.read(record, 'action.name'),
    record.name,
    record.action,
    record.id,
    record.command,
  ]);
  const suitable = told.filter((text) => identifier.test(text));
  return suitable.find((text) => text.includes('.')) ?? suitable[0];
};

/** The full name of what may be an action: its own, or its category's and its own. */
const nameOf = (fields: Fields, record: JsonRecord, trail: readonly string[]): string | undefined => {
  const path = trail.filter((key) => identifier.test(key) && !containers.test(key));
  const own = identifierIn(fields, record) ?? path.at(-1);
  if (own === undefined || own.includes('.')) return own;
  const around = path.at(-1) === own ? path.at(-2) : path.at(-1);
  const category = typeof record.category === 'string' ? record.category : around;
  return category === undefined ? undefined : `${category}.${own}`;
};

/** Parameters as a JSON schema of an object, as schemas by name, or as a list of records with names. */
const parametersOf = (
  fields: Fields,
  action: JsonRecord,
  parameters: unknown,
): readonly ServedParameter[] => {
  const demanded = stringsOf(at(parameters, 'required') ?? at(action, 'schema.required') ?? action.required);
  const listed = Array.isArray(parameters)
    ? recordsOf(parameters).map((record) => [String(fields.read(record, 'parameter.name')), record] as const)
    : Object.entries((at(parameters, 'properties') ?? parameters) as JsonRecord);
  return listed.flatMap(([name, record]) =>
    isRecord(record)
      ? {
          name,
          schema: isRecord(record.schema) ? record.schema : withType(fields, record),
          required: demanded.includes(name) || isRequired(fields, record),
        }
      : [],
  );
};

/** Whether a parameter says of itself that it is required, or that it is not optional. */
export const isRequired = (fields: Fields, record: unknown): boolean =>
  fields.read(record, 'parameter.required') === true || fields.read(record, 'parameter.optional') === false;

const withType = (fields: Fields, record: JsonRecord): JsonRecord => {
  const type = fields.read(record, 'parameter.type');
  return type === undefined ? record : { ...record, type };
};

/** A part of a document with what its references point to in their place; what refers to itself may be anything. */
const inlined = (part: unknown, document: unknown, within: readonly string[] = []): unknown => {
  if (Array.isArray(part)) return part.map((item) => inlined(item, document, within));
  if (!isRecord(part)) return part;
  const { $ref: reference } = part;
  if (typeof reference !== 'string') {
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => [key, inlined(inner, document, within)]),
    );
  }
  if (within.includes(reference)) return {};
  const target = at(document, reference.replace(/^#\//, '').replaceAll('/', '.'));
  return inlined(target ?? {}, document, [...within, reference]);
};

const jsonTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** The JSON types that a schema lets through; undefined where it does not tell them plainly. */
const typesOf = (schema: unknown): readonly string[] | undefined => {
  if (!isRecord(schema) || schema.allOf !== undefined) return undefined;
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) {
    const types = choices.map(typesOf);
    return types.includes(undefined) ? undefined : types.flatMap((known) => known ?? []);
  }
  const types = stringsOf(Array.isArray(schema.type) ? schema.type : [schema.type]);
  if (types.length === 0 || !types.every((type) => jsonTypes.includes(type))) return undefined;
  return schema.nullable === true ? [...types, 'null'] : types;
};

/** A value of a type that a schema does not let through, and that nobody could read as one that it does. */
export const wrongTypeFor = (schema: JsonRecord): unknown => {
  const types = typesOf(schema);
  if (types === undefined) return undefined;
  if (!types.includes('object')) return { no: 'such value' };
  return types.includes('string') ? undefined : 'no such value';
};
