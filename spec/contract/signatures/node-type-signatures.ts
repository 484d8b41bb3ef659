import type { z } from 'zod';
import type { CategoryRecord } from '../../rest/response-records.ts';
import { type Json, type PortType, getDefaultValue } from '../../values.ts';
import { formatOptions, typeAbbreviations, typeLegend } from './type-legend.ts';

type Category = z.input<typeof CategoryRecord>;
type NodeType = Category['nodes'][number];
type Port = NodeType['ports'][number];

/** How the signature of a node type is read. */
const nodeTypeLegend = `EnumValue(inputs)->outputs. Types: ${typeLegend};
:d what GET /api/ports/{portId}/options lists; :A|B options; :A|…31 the first of 31; ! a Trigger. Writing a port* changes the ports.
Inputs hold zero, nothing, white or the first option unless = tells. In full: GET /api/node-types/{category}/{enumValue}`;

/** Vectors and colours as the arrays that a write takes, which are shorter. */
const formatDefaultValue = (type: PortType, value: Json): string => {
  if (typeof value === 'string') return value;
  return JSON.stringify(type === 'Vector3' || type === 'Color' ? Object.values(value as object) : value);
};

const hasImplicitDefault = ({ type, default: initial, options }: Port): boolean =>
  initial === undefined ||
  JSON.stringify(initial) === JSON.stringify(options ? options[0] : getDefaultValue(type));

const formatPortSignature = (port: Port): string => {
  const { name, type, default: initial, options, affectsNodePorts } = port;
  const typed = options && options.length > 0 ? `:${formatOptions(options)}` : typeAbbreviations[type];
  const said = hasImplicitDefault(port) ? '' : `=${formatDefaultValue(type, initial as Json)}`;
  return `${name}${affectsNodePorts ? '*' : ''}${typed}${said}`;
};

/** A node type with its ports on one line. */
export const formatNodeTypeSignature = ({ enumValue, ports }: NodeType): string => {
  const side = (direction: Port['direction']): string =>
    ports
      .filter((port) => port.direction === direction)
      .map(formatPortSignature)
      .join(',');
  const outputs = side('output');
  return `${enumValue}(${side('input')})${outputs && `->${outputs}`}`;
};

/** Node types with their ports, a line each, by category; for readers that have little room. */
export const renderNodeTypeSignatures = (categories: readonly Category[]): string =>
  [
    `${nodeTypeLegend}\n`,
    ...categories.map(({ name, nodes }) => [`## ${name}`, ...nodes.map(formatNodeTypeSignature)].join('\n')),
  ]
    .join('\n')
    .concat('\n');
