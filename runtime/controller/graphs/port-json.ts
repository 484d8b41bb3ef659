import type { PortDeclaration } from '../../nodes/dsl/node-type.ts';
import { getPortKey } from './graph-document.ts';

/** The JSON that identifies a port. */
interface PortJson {
  /** Its name with quotation marks. */
  readonly name: string;
  /** The end of its id, after the node id and before the quotation mark. */
  readonly idSuffix: string;
}

/** Cached, because connections name the same few ports thousands of times. */
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
