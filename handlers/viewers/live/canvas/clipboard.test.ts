import { expect, it } from 'vitest';
import { parseFragment, serializeFragment } from './clipboard.ts';
import type { GraphFragment } from './changes/graph-change.ts';

const fragment: GraphFragment = {
  nodes: [
    {
      ...{ key: 'a', category: 'Add', locationX: 1, locationY: 2 },
      ...{ values: { A: 7 }, marks: [], note: { text: 'so' } },
    },
  ],
  wires: [{ from: { nodeId: 'a', name: 'Result' }, to: { nodeId: 'a', name: 'A' } }],
};

it('nodes come back from the text that they are copied as', () => {
  expect(parseFragment(serializeFragment(fragment))).toEqual(fragment);
});

it.each(['', 'some text', '{"nodes":[],"wires":[]}', '[]', 'null'])('%j is none', (text) => {
  expect(parseFragment(text)).toBeUndefined();
});
