import { createHash } from 'node:crypto';
import { definitionByEnumValue } from '#runtime/nodes/index.ts';
import { zeroOf } from '#spec/values.ts';
import type { NodeDefinition } from '#runtime/nodes/grammar/node.ts';

/** One body of a node type, which is replaced by one that does nothing or yields the zero of its port. */
export interface Mutant {
  /** The enum value of the node type. */
  readonly node: string;
  /** Which bodies of a definition it stands among. */
  readonly group: 'on' | 'resume' | 'due' | 'done' | 'when' | 'live' | 'evaluate';
  /** A trigger, an occurrence or an output; empty for the groups that are a single body. */
  readonly name: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The body that tests find replaced; null for none. */
    mutant: Mutant | null;
  }
}

const single = ['resume', 'due', 'done'] as const;
const byName = ['on', 'when', 'live', 'evaluate'] as const;

/** Every mutant of the node types of these categories, of all categories when none is named. */
export const mutantsOf = (categories: readonly string[]): Mutant[] =>
  [...definitionByEnumValue.values()]
    .filter(({ type }) => categories.length === 0 || categories.includes(type.category.toLowerCase()))
    .flatMap(bodiesOf);

const bodiesOf = (definition: NodeDefinition): Mutant[] => {
  const { enumValue: node, ports } = definition.type;
  const declared = new Set(ports.map(({ name }) => name));
  return [
    ...byName.flatMap((group) =>
      Object.keys(definition[group] ?? {})
        .filter((name) => group === 'when' || declared.has(name))
        .map((name) => ({ node, group, name })),
    ),
    ...single.filter((group) => definition[group]).map((group) => ({ node, group, name: '' })),
  ];
};

export const describeMutant = ({ node, group, name }: Mutant): string =>
  name === '' ? `${node}.${group}` : `${node}.${group}.${name}`;

const definitionOf = ({ node }: Mutant): NodeDefinition => definitionByEnumValue.get(node.toLowerCase())!;

const sourceOf = (mutant: Mutant): string => {
  const bodies = definitionOf(mutant)[mutant.group];
  return String(typeof bodies === 'function' ? bodies : (bodies as Record<string, unknown>)[mutant.name]);
};

/** The same as long as neither the body nor its tests are edited. */
export const fingerprintOf = (mutant: Mutant, tests: readonly string[]): string =>
  createHash('sha1')
    .update(JSON.stringify([mutant, sourceOf(mutant), tests]))
    .digest('hex');

/** Replaces the body in the definition that everything in this process uses. */
export const plant = (mutant: Mutant): void => {
  const definition = definitionOf(mutant);
  const { group, name } = mutant;
  const output = definition.type.ports.find((port) => port.direction === 'output' && port.name === name);
  const replacement =
    output && (group === 'live' || group === 'evaluate') ? () => zeroOf(output.type) : () => {};
  Object.assign(name === '' ? definition : definition[group]!, { [name === '' ? group : name]: replacement });
};
