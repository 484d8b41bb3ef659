import { node } from './node.ts';
import { integer, trigger } from './ports.ts';
import type { PortDeclaration } from './node-type.ts';

/** Outputs that one Sequence may have. */
const most = 64;

const thens = (count: number): PortDeclaration[] =>
  Array.from({ length: Math.min(Math.max(Math.trunc(count), 1), most) }, (_, index) => ({
    name: `Then${index}`,
    type: 'Trigger',
    direction: 'output',
  }));

export const sequence = node({
  enumValue: 'Sequence',
  description: `Fires its outputs in order, each to completion before the next. Count, 1 to ${most}, sets how many there are.`,
  inputs: { In: trigger, Count: integer(4, { affectsNodePorts: true }) },
  outputs: { Then0: trigger, Then1: trigger, Then2: trigger, Then3: trigger },
  portsFor: ({ Count }, declared) => [
    ...declared.filter(({ direction }) => direction === 'input'),
    ...thens(typeof Count === 'number' ? Count : 4),
  ],
  on: {
    In: ({ triggers }) => {
      for (const fire of triggers) fire();
    },
  },
});
