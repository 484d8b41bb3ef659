import type { PortDeclaration } from '../../nodes/dsl/node-type.ts';
import { portKeyOf } from './document.ts';

/** How JSON writes what tells a port from others. */
interface PortText {
  /** Its name, quotation marks included. */
  readonly name: string;
  /** The end of its id, behind the id of its node and before the quotation mark. */
  readonly idEnd: string;
}

/** Kept, as wires name the same few ports thousands of times. */
const texts = new WeakMap<PortDeclaration, PortText>();

export const portText = (port: PortDeclaration): PortText => {
  const known = texts.get(port);
  if (known) return known;
  const text = {
    name: JSON.stringify(port.name),
    idEnd: `.${JSON.stringify(portKeyOf(port)).slice(1, -1)}`,
  };
  texts.set(port, text);
  return text;
};
