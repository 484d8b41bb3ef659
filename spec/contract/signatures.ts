/** Signatures of node types, actions and events on one line each. They save tokens for language models. */
import { getDefaultValue, type Json, type PortType } from '../values.ts';
import { isSchema, type JsonSchema, renderSchema } from './json-schema.ts';
import type { z } from 'zod';
import type { CategoryRecord } from '../rest/response-records.ts';
import type { ActionCategories, ActionSpec } from './action-spec.ts';
import type { EventSpec } from './event-and-message-spec.ts';

/**
 * Type abbreviations in signatures. The most frequent types have the shortest abbreviations: a Trigger only adds `!` to
 * its name, and a Float adds nothing.
 */
const typeAbbreviations: Readonly<Record<PortType, string>> = {
  Trigger: '!',
  Float: '',
  Button: ':button',
  Boolean: ':b',
  Integer: ':i',
  String: ':s',
  Vector3: ':v',
  Color: ':c',
  Dropdown: ':d',
  List: ':l',
  Generic: ':g',
  ObjectSelector: ':o',
  AssetSelector: ':a',
};

/** Explains how to read types. Placed at the start of a document with signatures. */
export const typeLegend =
  'a Float; :b Boolean; :i Integer; :s String; :v Vector3; :c Color; :l List; :g any; :o tag of an object; :a name of an asset';

/**
 * Maximum number of options shown in a list of types. Longer lists are shown only in the signature of a single type.
 */
const maxListedOptions = 10;

/** Formats options. For a long list, only the first option and the number of options are shown. */
const formatOptions = (options: readonly string[]): string =>
  options.length <= maxListedOptions ? options.join('|') : `${options[0]}|…${options.length}`;

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
  const fields = Object.entries(schema.properties ?? {});
  const names = fields.map(([name]) => name).join(',');
  const named = Object.hasOwn(portTypeObjects, names) ? portTypeObjects[names] : undefined;
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
  const { type, enum: values, items, anyOf, oneOf, 'x-port-type': portType } = schema;
  // A runtime's own schema may contain any annotation, and any value as an option.
  if (portType !== undefined && Object.hasOwn(typeAbbreviations, portType))
    return typeAbbreviations[portType];
  if (values) return `:${formatOptions(values.map(formatValue))}`;
  if (type === 'array') return `${formatTypeSignature(isSchema(items) ? items : {}) || ':'}[]`;
  if (type === 'object') return formatObjectType(schema);
  const alternatives = anyOf ?? oneOf;
  return alternatives
    ? formatUnionType(alternatives)
    : typeAbbreviations[primitiveTypes[String(type)] ?? 'Generic'];
};

/** Explains how to read fields. Placed at the start of a document with signatures. */
const fieldLegend = `Types: ${typeLegend};
:{…} an object with these fields; [] an array of them; A|B one of these; A|…31 the first of 31; ? optional; = default.`;

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Formats an object's fields with their types. Of nested objects, only the field names are shown. */
const formatFieldSignatures = (rendered: RenderedSchema): string => {
  const { properties = {}, required = [] } = resolveReference(rendered);
  return Object.entries(properties)
    .map(([name, field]) => {
      const { default: initial } = field;
      const optionalMark = initial === undefined && !required.includes(name) ? '?' : '';
      return `${name}${optionalMark}${formatTypeSignature(field)}${initial === undefined ? '' : `=${formatValue(initial)}`}`;
    })
    .join(',');
};

const actionLegend = `category.action(parameters)->result. ${fieldLegend}
Call: POST /api/actions/{category}/{action} with the parameters as JSON. In full: GET /api/actions/schema
`;

const formatActionSignature = (name: string, { parameters, result }: ActionSpec): string =>
  `${name}(${formatFieldSignatures(renderSchema(parameters, 'input'))})->${formatFieldSignatures(renderSchema(result, 'output'))}`;

/**
 * Renders each direct action with its parameters and result on one line, grouped by category.
 */
export const renderActionSignatures = (actions: ActionCategories): string =>
  [
    actionLegend,
    ...Object.entries(actions).flatMap(([category, group]) => [
      `## ${category}`,
      ...Object.entries(group).map(([name, spec]) => formatActionSignature(`${category}.${name}`, spec)),
    ]),
  ]
    .join('\n')
    .concat('\n');

const eventLegend = `type(data). ${fieldLegend}
Delivered to subscribers of the hub. In full: GET /api/events/types
`;

/** Renders each event kind with its data on one line. */
export const renderEventSignatures = (events: Readonly<Record<string, EventSpec>>): string =>
  [
    eventLegend,
    ...Object.entries(events).map(
      ([type, { data }]) => `${type}(${formatFieldSignatures(renderSchema(data, 'output'))})`,
    ),
  ]
    .join('\n')
    .concat('\n');

type Category = z.input<typeof CategoryRecord>;
type NodeType = Category['nodes'][number];
type Port = NodeType['ports'][number];

/** Explains how to read a node type's signature. */
const nodeTypeLegend = `EnumValue(inputs)->outputs. Types: ${typeLegend};
:d an option from GET /api/ports/{portId}/options; :A|B options; :A|…31 the first of 31; ! a Trigger. Writing a port* changes the ports.
Inputs default to zero, nothing, white or the first option unless = says otherwise. In full: GET /api/node-types/{category}/{enumValue}`;

/** Formats vectors and colors as arrays, because arrays are shorter and are accepted as well. */
const formatDefaultValue = (type: PortType, value: Json): string => {
  if (typeof value === 'string') return value;
  return JSON.stringify(type === 'Vector3' || type === 'Color' ? Object.values(value as object) : value);
};

const hasImplicitDefault = ({ type, default: initial, options }: Port): boolean =>
  initial === undefined ||
  JSON.stringify(initial) === JSON.stringify(options ? options[0] : getDefaultValue(type));

const formatPortSignature = (port: Port): string => {
  const { name, type, default: initial, options, affectsNodePorts } = port;
  const typeText = options && options.length > 0 ? `:${formatOptions(options)}` : typeAbbreviations[type];
  const defaultText = hasImplicitDefault(port) ? '' : `=${formatDefaultValue(type, initial as Json)}`;
  return `${name}${affectsNodePorts ? '*' : ''}${typeText}${defaultText}`;
};

/** Formats a node type with its ports on one line. */
export const formatNodeTypeSignature = ({ enumValue, ports }: NodeType): string => {
  const side = (direction: Port['direction']): string =>
    ports
      .filter((port) => port.direction === direction)
      .map(formatPortSignature)
      .join(',');
  const outputs = side('output');
  return `${enumValue}(${side('input')})${outputs && `->${outputs}`}`;
};

/** Renders each node type with its ports on one line, grouped by category. */
export const renderNodeTypeSignatures = (categories: readonly Category[]): string =>
  [
    `${nodeTypeLegend}\n`,
    ...categories.map(({ name, nodes }) => [`## ${name}`, ...nodes.map(formatNodeTypeSignature)].join('\n')),
  ]
    .join('\n')
    .concat('\n');
