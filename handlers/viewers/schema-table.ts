import type { JsonSchema } from '#spec/contract/json-schema.ts';
import { type Content, type Html, html, idOf } from './html.ts';

/** The id of the section about a named schema. */
export const schemaId = (name: string): string => `schema-${idOf(name)}`;

interface Field {
  readonly name: string;
  readonly depth: number;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

const deepest = 6;

const partsOf = (schema: JsonSchema, keyword: string): readonly JsonSchema[] =>
  Array.isArray(schema[keyword]) ? (schema[keyword] as JsonSchema[]) : [];

const partOf = (schema: JsonSchema, keyword: string): JsonSchema | undefined => {
  const part = schema[keyword];
  return typeof part === 'object' && part !== null && !Array.isArray(part) ? (part as JsonSchema) : undefined;
};

const alternativesOf = (schema: JsonSchema): readonly JsonSchema[] => [
  ...partsOf(schema, 'anyOf'),
  ...partsOf(schema, 'oneOf'),
];

const nameOfReference = (reference: unknown): string => /[^/]*$/.exec(String(reference))?.[0] ?? '';

const joined = (contents: readonly Content[], separator: string): Content =>
  contents.map((content, i) => [i > 0 && separator, content]);

/** A type in words; a named one is a link to its section. */
const describeType = (schema: JsonSchema): Content => {
  if (schema.$ref !== undefined) {
    const name = nameOfReference(schema.$ref);
    return html`<a href="#${schemaId(name)}">${name}</a>`;
  }
  const alternatives = [...alternativesOf(schema), ...partsOf(schema, 'allOf')];
  if (alternatives.length > 0) {
    return joined(alternatives.map(describeType), partsOf(schema, 'allOf').length > 0 ? ' and ' : ' or ');
  }
  const items = partOf(schema, 'items');
  if (schema.type === 'array' && items) return ['list of ', describeType(items)];
  if (schema.type === 'array') return 'list';
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return typeof schema.type === 'string' ? schema.type : 'any';
};

const numericNotes: Readonly<Record<string, string>> = {
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'length at least',
  maxLength: 'length at most',
  minItems: 'items at least',
  maxItems: 'items at most',
};

const code = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`;

const notesOf = (schema: JsonSchema): Content => {
  const { description, const: only, enum: values, default: initial, format, pattern } = schema;
  const notes: Content[] = [
    ...(typeof description === 'string' ? [description] : []),
    ...(only !== undefined ? [['always ', code(only)]] : []),
    ...(Array.isArray(values) ? [['one of ', joined(values.map(code), ', ')]] : []),
    ...Object.entries(numericNotes).flatMap(([keyword, words]) =>
      typeof schema[keyword] === 'number' ? [`${words} ${schema[keyword]}`] : [],
    ),
    ...(typeof format === 'string' ? [`format ${format}`] : []),
    ...(typeof pattern === 'string' ? [['matches ', html`<code>${pattern}</code>`]] : []),
    ...(initial !== undefined ? [[code(initial), ' when left out']] : []),
  ];
  return joined(notes, '; ');
};

/** The fields inside a schema, each followed by those inside it. */
const fieldsOf = (schema: JsonSchema, depth = 0): readonly Field[] => {
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  const properties = Object.entries((partOf(schema, 'properties') ?? {}) as Record<string, JsonSchema>);
  const items = partOf(schema, 'items');
  const positional = partsOf(schema, 'items');
  const others = partOf(schema, 'additionalProperties');
  const isOpen = others !== undefined && Object.keys(others).length > 0;
  const named: readonly Field[] = [
    ...properties.map(([name, part]) => ({ name, depth, schema: part, required: required.includes(name) })),
    ...positional.map((part, i) => ({
      name: typeof part.title === 'string' ? part.title : `[${i}]`,
      depth,
      schema: part,
      required: i < Number(schema.minItems ?? 0),
    })),
    ...(isOpen ? [{ name: 'any other name', depth, schema: others, required: false }] : []),
  ];
  return [
    ...named.flatMap((field) => [field, ...fieldsOf(field.schema, depth + 1)]),
    ...(items ? fieldsOf(items, depth) : []),
    ...[...alternativesOf(schema), ...partsOf(schema, 'allOf')].flatMap((part) => fieldsOf(part, depth)),
  ];
};

const rowOf = ({ name, depth, schema, required }: Field): Html =>
  html`<tr><th scope="row" class="depth-${Math.min(depth, deepest)}"><code>${name}</code></th>
<td>${describeType(schema)}</td><td>${required ? 'yes' : ''}</td><td>${notesOf(schema)}</td></tr>
`;

/**
 * A JSON schema as a table, one row for each field, those of inner records indented.
 * @param label what the table is about, for readers who do not see it
 */
export const renderSchema = (schema: JsonSchema, label: string): Html => {
  const fields = fieldsOf(schema);
  const whole = html`<p>${describeType(schema)}${fields.length === 0 && [' ', notesOf(schema)]}</p>`;
  if (fields.length === 0) return whole;
  return html`${schema.type !== 'object' && whole}
<div class="scroll"><table aria-label="${label}">
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Notes</th></tr></thead>
<tbody>
${fields.map(rowOf)}</tbody></table></div>`;
};
