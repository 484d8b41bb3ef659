import { expect, it } from 'vitest';
import { parseFragment, serializeFragment } from './graph-fragment.ts';
import type { GraphFragment } from './graph-change.ts';

const fragment: GraphFragment = {
  nodes: [
    {
      ...{ key: 'a', category: 'Add', locationX: 1, locationY: 2 },
      ...{ values: { A: 7 }, marks: [], note: { text: 'so' } },
    },
  ],
  wires: [{ from: { nodeId: 'a', name: 'Result' }, to: { nodeId: 'a', name: 'A' } }],
};

it('restores nodes from the text they are copied as', () => {
  expect(parseFragment(serializeFragment(fragment))).toEqual(fragment);
});

it.each(['', 'some text', '{"nodes":[],"wires":[]}', '[]', 'null'])('ignores %j', (text) => {
  expect(parseFragment(text)).toBeUndefined();
});
