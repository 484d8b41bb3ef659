import { expect, test } from 'vitest';
import { createTriggerEmitter } from './port-accessors.ts';
import type { Activation } from './activation-executor.ts';

const createTarget = (name: string): readonly Activation[] => [name as unknown as Activation];

test.each([[['Then']], [['a,b']], [['a', 'b']], [['Done', 'Failed', 'constructor', '__proto__']]])(
  'each of the outputs %j triggers its connections, at every node that has them',
  (names) => {
    const pushedTargets: unknown[] = [];
    const push = (list: readonly Activation[]) => void pushedTargets.push(list[0]);
    // Creates another class first, to test that the classes are independent of each other.
    createTriggerEmitter(['a', 'b'], push, [], 0);
    createTriggerEmitter(['a,b'], push, [], 0);
    const targets = ['before', ...names, ...names.map((name) => `second ${name}`)].map(createTarget);
    const [first, second] = [
      createTriggerEmitter(names, push, targets, 1),
      createTriggerEmitter(names, push, targets, 1 + names.length),
    ];
    for (const name of names) {
      first[name]!();
      second[name]!();
    }
    expect(pushedTargets).toEqual(names.flatMap((name) => [name, `second ${name}`]));
  },
);
