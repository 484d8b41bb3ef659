import { expect, test } from 'vitest';
import { createEmits } from './emits.ts';
import type { Activation } from './executor.ts';

const exit = (name: string): readonly Activation[] => [name as unknown as Activation];

test.each([[['Then']], [['a,b']], [['a', 'b']], [['Done', 'Failed', 'constructor', '__proto__']]])(
  'each of the outputs %j triggers what hangs on it, at every node that has them',
  (names) => {
    const pushed: unknown[] = [];
    const emits = createEmits((list) => void pushed.push(list[0]));
    // classes of other nodes are there already
    emits(['a', 'b'], [], 0);
    emits(['a,b'], [], 0);
    const exits = ['before', ...names, ...names.map((name) => `second ${name}`)].map(exit);
    const [first, second] = [emits(names, exits, 1), emits(names, exits, 1 + names.length)];
    for (const name of names) {
      first[name]!();
      second[name]!();
    }
    expect(pushed).toEqual(names.flatMap((name) => [name, `second ${name}`]));
  },
);
