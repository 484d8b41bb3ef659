/** Expands Vector and Color ports to one sub-port per component (description: 'Port'; C-25). */
import { type PortType, portTypes } from '#spec/values.ts';
import type { PortDeclaration } from '../../nodes/dsl/node-type.ts';

/** A port for one component of another port. */
export interface SubPort extends PortDeclaration {
  /** Name of the parent port. */
  readonly parent: string;
  /** Name of the component in the value of the parent port. */
  readonly component: string;
}

export const isSubPort = (port: PortDeclaration): port is SubPort => 'component' in port;

const listComponents = (type: PortType): Readonly<Record<string, string>> => {
  const entry = portTypes[type];
  return 'children' in entry ? entry.children : {};
};

export const isExpandablePort = ({ type }: PortDeclaration): boolean => 'children' in portTypes[type];

/** Lists the sub-ports of a port, named like `Parent.X`. Other types than Vector and Color have none. */
export const listSubPorts = ({ name, type, direction }: PortDeclaration): SubPort[] =>
  Object.entries(listComponents(type)).map(([label, component]) => ({
    name: `${name}.${label}`,
    type: 'Float',
    direction,
    parent: name,
    component,
  }));

/** Inserts sub-ports after the expanded ports. */
export const insertSubPorts = (
  ports: readonly PortDeclaration[],
  isExpanded: (port: PortDeclaration) => boolean,
): readonly PortDeclaration[] =>
  ports.some(isExpanded)
    ? ports.flatMap((port) => (isExpanded(port) ? [port, ...listSubPorts(port)] : [port]))
    : ports;
