import type { PortDeclaration } from '#runtime/link/node-type.ts';
import { getPortKey } from './graph-document.ts';

/** The JSON strings that identify a port. */
interface PortJson {
  /** The port's name in quotation marks. */
  readonly name: string;
  /** The part of the port's id after the node id, including the closing quotation mark. */
  readonly idSuffix: string;
}

/** Caches the JSON strings of each port, because thousands of connections mention the same few ports. */
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
