import { isSchema, type JsonSchema } from '#spec/contract/json-schema.ts';
import { type Content, type Html, html, toElementId } from '#spec/text/html.ts';

/** Returns the element id of a named schema. */
export const getSchemaId = (name: string): string => `schema-${toElementId(name)}`;

interface SchemaField {
  readonly name: string;
  readonly depth: number;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

const maxDepth = 6;

const listCombinedSchemas = ({ anyOf = [], oneOf = [], allOf = [] }: JsonSchema): readonly JsonSchema[] => [
  ...anyOf,
  ...oneOf,
  ...allOf,
];

const findReferenceName = (reference: string): string => /[^/]*$/.exec(reference)?.[0] ?? '';

const joinContents = (contents: readonly Content[], separator: string): Content =>
  contents.map((content, i) => [i > 0 && separator, content]);

/** Describes a type in words, and links to the type if it is named. */
const describeType = (schema: JsonSchema): Content => {
  if (schema.$ref !== undefined) {
    const name = findReferenceName(schema.$ref);
    return html`<a href="#${getSchemaId(name)}">${name}</a>`;
  }
  const combined = listCombinedSchemas(schema);
  if (combined.length > 0) return joinContents(combined.map(describeType), schema.allOf ? ' and ' : ' or ');
  const { items } = schema;
  if (schema.type === 'array') return isSchema(items) ? ['list of ', describeType(items)] : 'list';
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return typeof schema.type === 'string' ? schema.type : 'any';
};

const numericConstraints: Readonly<Record<string, string>> = {
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'length at least',
  maxLength: 'length at most',
  minItems: 'items at least',
  maxItems: 'items at most',
};

const renderCode = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`;

const listConstraints = (schema: JsonSchema): Content => {
  const { description, const: constant, enum: values, default: initial, format, pattern } = schema;
  const notes: Content[] = [
    ...(description === undefined ? [] : [description]),
    ...(constant !== undefined ? [['always ', renderCode(constant)]] : []),
    ...(values ? [['one of ', joinContents(values.map(renderCode), ', ')]] : []),
    ...Object.entries(numericConstraints).flatMap(([keyword, words]) =>
      typeof schema[keyword] === 'number' ? [`${words} ${schema[keyword]}`] : [],
    ),
    ...(typeof format === 'string' ? [`format ${format}`] : []),
    ...(typeof pattern === 'string' ? [['matches ', html`<code>${pattern}</code>`]] : []),
    ...(initial !== undefined ? [[renderCode(initial), ' when left out']] : []),
  ];
  return joinContents(notes, '; ');
};

/** Lists a schema's fields, each followed by its nested fields. */
const listFields = (schema: JsonSchema, depth = 0): readonly SchemaField[] => {
  const { properties = {}, required = [], items = [], additionalProperties: additional } = schema;
  const isOpen = isSchema(additional) && Object.keys(additional).length > 0;
  const named: readonly SchemaField[] = [
    ...Object.entries(properties).map(([name, part]) => ({
      ...{ name, depth, schema: part },
      required: required.includes(name),
    })),
    ...(isSchema(items) ? [] : items).map((part, i) => ({
      name: typeof part.title === 'string' ? part.title : `[${i}]`,
      depth,
      schema: part,
      required: i < Number(schema.minItems ?? 0),
    })),
    ...(isOpen ? [{ name: 'any other name', depth, schema: additional, required: false }] : []),
  ];
  return [
    ...named.flatMap((field) => [field, ...listFields(field.schema, depth + 1)]),
    ...(isSchema(items) ? listFields(items, depth) : []),
    ...listCombinedSchemas(schema).flatMap((part) => listFields(part, depth)),
  ];
};

const renderFieldRow = ({ name, depth, schema, required }: SchemaField): Html =>
  html`<tr><th scope="row" class="depth-${Math.min(depth, maxDepth)}"><code>${name}</code></th>
<td>${describeType(schema)}</td><td>${required ? 'yes' : ''}</td><td>${listConstraints(schema)}</td></tr>
`;

/**
 * Renders a JSON schema as a table with one row per field. Nested fields are indented.
 * @param label the accessible name of the table
 */
export const renderSchemaTable = (schema: JsonSchema, label: string): Html => {
  const fields = listFields(schema);
  const typeParagraph = html`<p>${describeType(schema)}${fields.length === 0 && [' ', listConstraints(schema)]}</p>`;
  if (fields.length === 0) return typeParagraph;
  return html`${schema.type !== 'object' && typeParagraph}
<div class="scroll" tabindex="0"><table aria-label="${label}">
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Notes</th></tr></thead>
<tbody>
${fields.map(renderFieldRow)}</tbody></table></div>`;
};
