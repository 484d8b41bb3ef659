/** Finds the port of a node type that a wire fits, by the rules of the contract. */
import { canConnectTypes } from '#spec/port-compatibility.ts';
import { portComponents } from '#spec/port-components.ts';
import type { PortType } from '#spec/values.ts';

export interface TypedPort {
  readonly name: string;
  readonly type: PortType;
  readonly direction: 'input' | 'output';
}

/** A port of a node type. */
export interface OfferedPort extends TypedPort {
  /** The port that has to be expanded first, if this port stands for one of its components. */
  readonly parent?: string;
}

/** A port that a wire fits. */
export interface FittingPort {
  readonly port: OfferedPort;
  /** How well the port fits, from 0 to 1: a port of the same type fits best, one component of a value least. */
  readonly quality: number;
}

/** Lists ports, each followed by the sub-ports that it has when it is expanded. */
export const listOfferedPorts = (ports: readonly TypedPort[]): OfferedPort[] =>
  ports.flatMap((port) => [port, ...listSubPorts(port)]);

const listSubPorts = ({ name, type, direction }: TypedPort): OfferedPort[] =>
  Object.keys(type in portComponents ? portComponents[type as keyof typeof portComponents] : {}).map(
    (component) => ({ name: `${name}.${component}`, type: 'Float', direction, parent: name }),
  );

/** Whether a wire can lead from one of two ports to the other. */
export const canConnectPorts = (one: TypedPort, other: TypedPort): boolean => {
  if (one.direction === other.direction) return false;
  const [output, input] = one.direction === 'output' ? [one, other] : [other, one];
  return canConnectTypes(output.type, input.type);
};

const qualities = { sameType: 1, anyType: 0.75, converted: 0.5, component: 0.25 };
/** An earlier port is better, unless a later one fits much better. */
const laterPortPenalty = 0.15;

/** Finds the port that fits best as the other end of a wire. */
export const findFittingPort = (ports: readonly TypedPort[], end: TypedPort): FittingPort | undefined => {
  let best: FittingPort | undefined;
  const candidates = listOfferedPorts(ports).filter((port) => canConnectPorts(port, end));
  for (const [at, port] of candidates.entries()) {
    const quality = Math.max(0, rateFit(port, end) - at * laterPortPenalty);
    if (!best || quality > best.quality) best = { port, quality };
  }
  return best;
};

const rateFit = ({ type, parent }: OfferedPort, end: TypedPort): number => {
  if (parent !== undefined) return qualities.component;
  if (type === end.type || type === 'Trigger') return qualities.sameType;
  return type === 'Generic' || end.type === 'Generic' ? qualities.anyType : qualities.converted;
};
