/** Expands Vector and Color ports to one sub-port per component (description: 'Port'; C-25). */
import { type PortType, portTypes } from '#spec/values.ts';
import type { PortDeclaration } from '#spec/node-type.ts';

/** A port for one component of another port. */
export interface SubPort extends PortDeclaration {
  /** The name of the parent port. */
  readonly parent: string;
  /** The name of the component in the parent port's value. */
  readonly component: string;
}

export const isSubPort = (port: PortDeclaration): port is SubPort => 'component' in port;

const listComponents = (type: PortType): Readonly<Record<string, string>> => {
  const entry = portTypes[type];
  return 'children' in entry ? entry.children : {};
};

export const isExpandablePort = ({ type }: PortDeclaration): boolean => 'children' in portTypes[type];

/** Lists a port's sub-ports, which are named like `Parent.X`. Only Vector and Color ports have sub-ports. */
export const listSubPorts = ({ name, type, direction, isMissing }: PortDeclaration): SubPort[] =>
  Object.entries(listComponents(type)).map(([label, component]) => ({
    name: `${name}.${label}`,
    type: 'Float',
    direction,
    parent: name,
    component,
    ...(isMissing && { isMissing }),
  }));

/** Inserts the sub-ports of each expanded port after that port. */
export const insertSubPorts = (
  ports: readonly PortDeclaration[],
  isExpanded: (port: PortDeclaration) => boolean,
): readonly PortDeclaration[] =>
  ports.some(isExpanded)
    ? ports.flatMap((port) => (isExpanded(port) ? [port, ...listSubPorts(port)] : [port]))
    : ports;
