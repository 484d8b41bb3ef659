import type { JsonSchema, renderSchema } from '../json-schema.ts';
import type { PortType } from '../../values.ts';
import { formatOptions, typeAbbreviations, typeLegend } from './type-legend.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

/** Objects whose fields are exactly these numbers are written as a port type. */
const portTypeObjects: Readonly<Record<string, PortType>> = { 'x,y,z': 'Vector3', 'r,g,b,a': 'Color' };

const primitiveTypes: Readonly<Record<string, PortType>> = {
  number: 'Float',
  integer: 'Integer',
  string: 'String',
  boolean: 'Boolean',
};

/** A schema with the named schemas that it can refer to. */
type RenderedSchema = ReturnType<typeof renderSchema>;

const resolveReference = ({ schema, components }: RenderedSchema): JsonSchema =>
  components[String(schema.$ref).split('/').at(-1) ?? ''] ?? schema;

const formatObjectType = (schema: JsonSchema): string => {
  const fields = Object.entries((schema.properties ?? {}) as Properties);
  const names = fields.map(([name]) => name).join(',');
  const named = portTypeObjects[names];
  if (!named) return `:{${names || '…'}}`;
  if (fields.every(([, { type }]) => type === 'number')) return typeAbbreviations[named];
  return `:{${fields.map(([name, field]) => `${name}${formatTypeSignature(field)}`).join(',')}}`;
};

const formatUnionType = (schemas: readonly JsonSchema[]): string =>
  schemas
    .map((schema) => formatTypeSignature(schema))
    .join('|')
    .replaceAll('|:', '|');

const formatTypeSignature = (schema: JsonSchema): string => {
  const { type, enum: values, items, anyOf, oneOf } = schema;
  const portType = schema['x-port-type'] as PortType | undefined;
  if (portType) return typeAbbreviations[portType];
  if (Array.isArray(values)) return `:${formatOptions(values.map(String))}`;
  if (type === 'array') return `${formatTypeSignature(items as JsonSchema) || ':'}[]`;
  if (type === 'object') return formatObjectType(schema);
  const alternatives = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  return alternatives
    ? formatUnionType(alternatives)
    : typeAbbreviations[primitiveTypes[String(type)] ?? 'Generic'];
};

/** Explains how to read fields. Placed at the start of a document with signatures. */
export const fieldLegend = `Types: ${typeLegend};
:{…} an object with these fields; [] an array of them; A|B one of these; A|…31 the first of 31; ? optional; = default.`;

const formatDefault = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Formats an object's fields with their types. Of nested objects, only the field names are shown. */
export const formatFieldSignatures = (rendered: RenderedSchema): string => {
  const schema = resolveReference(rendered);
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries((schema.properties ?? {}) as Properties)
    .map(([name, field]) => {
      const { default: initial } = field;
      const optionalMark = initial === undefined && !required.includes(name) ? '?' : '';
      return `${name}${optionalMark}${formatTypeSignature(field)}${initial === undefined ? '' : `=${formatDefault(initial)}`}`;
    })
    .join(',');
};
