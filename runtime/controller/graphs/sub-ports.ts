/** Vector and Color ports expand into a port for each component (description: 'Port'; register: C-25). */
import { type PortType, portTypes } from '#spec/values.ts';
import type { PortDeclaration } from '../../nodes/dsl/node-type.ts';

/** A port that stands for one component of another. */
export interface SubPort extends PortDeclaration {
  /** Name of the port that it is part of. */
  readonly parent: string;
  /** Field of the parent's value. */
  readonly component: string;
}

export const isSubPort = (port: PortDeclaration): port is SubPort => 'component' in port;

const listComponents = (type: PortType): Readonly<Record<string, string>> => {
  const entry = portTypes[type];
  return 'children' in entry ? entry.children : {};
};

export const isExpandablePort = ({ type }: PortDeclaration): boolean => 'children' in portTypes[type];

/** The sub-ports that a port expands into, named `Parent.X`; none when it does not expand. */
export const listSubPorts = ({ name, type, direction }: PortDeclaration): SubPort[] =>
  Object.entries(listComponents(type)).map(([label, component]) => ({
    name: `${name}.${label}`,
    type: 'Float',
    direction,
    parent: name,
    component,
  }));

/** Ports with the sub-ports of those that are expanded behind them. */
export const insertSubPorts = (
  ports: readonly PortDeclaration[],
  isExpanded: (port: PortDeclaration) => boolean,
): readonly PortDeclaration[] =>
  ports.some(isExpanded)
    ? ports.flatMap((port) => (isExpanded(port) ? [port, ...listSubPorts(port)] : [port]))
    : ports;
