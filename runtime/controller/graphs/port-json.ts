import type { PortDeclaration } from '../../nodes/dsl/node-type.ts';
import { getPortKey } from './graph-document.ts';

/** The JSON text that identifies a port. */
interface PortJson {
  /** The name in quotation marks. */
  readonly name: string;
  /** The part of the id after the node id, up to the closing quotation mark. */
  readonly idSuffix: string;
}

/** Cached, because thousands of connections name the same few ports. */
const portJsonCache = new WeakMap<PortDeclaration, PortJson>();

export const getPortJson = (port: PortDeclaration): PortJson => {
  const cached = portJsonCache.get(port);
  if (cached) return cached;
  const text = {
    name: JSON.stringify(port.name),
    idSuffix: `.${JSON.stringify(getPortKey(port)).slice(1, -1)}`,
  };
  portJsonCache.set(port, text);
  return text;
};
