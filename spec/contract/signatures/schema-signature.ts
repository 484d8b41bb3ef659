import type { JsonSchema, renderSchema } from '../json-schema.ts';
import type { PortType } from '../../values.ts';
import { shortOptions, shortTypes, typeLegend } from './legend.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

/** Objects that have exactly these fields, all of them numbers, are written as a type of ports is. */
const knownObjects: Readonly<Record<string, PortType>> = { 'x,y,z': 'Vector3', 'r,g,b,a': 'Color' };

const plainTypes: Readonly<Record<string, PortType>> = {
  number: 'Float',
  integer: 'Integer',
  string: 'String',
  boolean: 'Boolean',
};

/** A schema, with the named ones that it may refer to. */
type Rendered = ReturnType<typeof renderSchema>;

const resolved = ({ schema, components }: Rendered): JsonSchema =>
  components[String(schema.$ref).split('/').at(-1) ?? ''] ?? schema;

const objectType = (schema: JsonSchema): string => {
  const fields = Object.entries((schema.properties ?? {}) as Properties);
  const names = fields.map(([name]) => name).join(',');
  const known = knownObjects[names];
  if (!known) return `:{${names || '…'}}`;
  if (fields.every(([, { type }]) => type === 'number')) return shortTypes[known];
  return `:{${fields.map(([name, field]) => `${name}${typeSignature(field)}`).join(',')}}`;
};

const eitherType = (schemas: readonly JsonSchema[]): string =>
  schemas
    .map((schema) => typeSignature(schema))
    .join('|')
    .replaceAll('|:', '|');

const typeSignature = (schema: JsonSchema): string => {
  const { type, enum: values, items, anyOf, oneOf } = schema;
  const portType = schema['x-port-type'] as PortType | undefined;
  if (portType) return shortTypes[portType];
  if (Array.isArray(values)) return `:${shortOptions(values.map(String))}`;
  if (type === 'array') return `${typeSignature(items as JsonSchema) || ':'}[]`;
  if (type === 'object') return objectType(schema);
  const either = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  return either ? eitherType(either) : shortTypes[plainTypes[String(type)] ?? 'Generic'];
};

/** How fields are read, for the beginning of a document of signatures. */
export const fieldLegend = `Types: ${typeLegend};
:{…} an object with these fields; [] an array of them; A|B one of these; A|…31 the first of 31; ? may be left out; = what stands for it then.`;

const shortDefault = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The fields of an object, with types; of those that are objects themselves the names alone. */
export const fieldSignatures = (rendered: Rendered): string => {
  const schema = resolved(rendered);
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries((schema.properties ?? {}) as Properties)
    .map(([name, field]) => {
      const { default: initial } = field;
      const mark = initial === undefined && !required.includes(name) ? '?' : '';
      return `${name}${mark}${typeSignature(field)}${initial === undefined ? '' : `=${shortDefault(initial)}`}`;
    })
    .join(',');
};
