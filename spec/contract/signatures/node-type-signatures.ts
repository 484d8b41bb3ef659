import type { z } from 'zod';
import type { CategoryRecord } from '../../rest/response-records.ts';
import { type Json, type PortType, getDefaultValue } from '../../values.ts';
import { formatOptions, typeAbbreviations, typeLegend } from './type-legend.ts';

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

/** Renders each node type with its ports on one line, grouped by category. This saves tokens for language models. */
export const renderNodeTypeSignatures = (categories: readonly Category[]): string =>
  [
    `${nodeTypeLegend}\n`,
    ...categories.map(({ name, nodes }) => [`## ${name}`, ...nodes.map(formatNodeTypeSignature)].join('\n')),
  ]
    .join('\n')
    .concat('\n');
