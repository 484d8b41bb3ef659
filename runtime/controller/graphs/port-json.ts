import type { PortDeclaration } from '../../nodes/dsl/node-type.ts';
import { getPortKey } from './graph-document.ts';

/** How JSON writes what tells a port from others. */
interface PortJson {
  /** Its name, quotation marks included. */
  readonly name: string;
  /** The end of its id, behind the id of its node and before the quotation mark. */
  readonly idSuffix: string;
}

/** Kept, as wires name the same few ports thousands of times. */
const portJsonCache = new WeakMap<PortDeclaration, PortJson>();

export const getPortJson = (port: PortDeclaration): PortJson => {
  const known = portJsonCache.get(port);
  if (known) return known;
  const text = {
    name: JSON.stringify(port.name),
    idSuffix: `.${JSON.stringify(getPortKey(port)).slice(1, -1)}`,
  };
  portJsonCache.set(port, text);
  return text;
};
