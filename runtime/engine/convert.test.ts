import { expect, test } from 'vitest';
import { createStage, sketch, variable } from './testing.ts';

test.each([
  ['Greater', true],
  [2, true],
  ['Less', false],
  ['Nonsense', false],
  [99, false],
  [null, false],
])(
  'a wire that brings %j to a Dropdown chooses the option of that label or index, or else the first',
  (value, isGreater) => {
    const stage = createStage();
    stage.put(variable('operator', value));
    stage.run(
      sketch(
        {
          frame: 'OnNewFrame',
          operator: ['GetVariable', { Variable: 'operator' }],
          node: ['Compare', { A: 2, B: 1 }],
          watch: 'Watch',
        },
        ['frame.Out > watch.In', 'operator.Value > node.Operator', 'node.Result > watch.Value'],
      ),
    );
    stage.step();
    expect(stage.port('watch.in.Value')).toBe(isGreater);
  },
);
