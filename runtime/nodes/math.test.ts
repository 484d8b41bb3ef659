import { describe, expect, test } from 'vitest';
import { createStage, evaluate, sketch } from '../engine/testing.ts';

describe('arithmetic', () => {
  test.each([
    ['Add', { A: 2, B: 3 }, 5],
    ['Subtract', { A: 2, B: 3 }, -1],
    ['Multiply', { A: 2, B: 3 }, 6],
    ['Divide', { A: 3, B: 2 }, 1.5],
    ['Modulo', { A: 7, B: 3 }, 1],
    ['Modulo', { A: -7, B: 3 }, 2],
    ['Modulo', { A: 7, B: -3 }, -2],
    ['Modulo', { A: -7, B: -3 }, -1],
    ['Min', { A: 2, B: 3 }, 2],
    ['Max', { A: 2, B: 3 }, 3],
    ['Clamp', { Value: 5, Min: 0, Max: 2 }, 2],
    ['Clamp', { Value: -5, Min: -2, Max: 2 }, -2],
    ['Clamp', { Value: 1, Min: -2, Max: 2 }, 1],
    ['Clamp', { Value: 1, Min: 6, Max: 4 }, 4],
  ])('%s of %o is %d', (category, values, expected) => {
    expect(evaluate(category, values).value).toBe(expected);
  });

  test('results stay finite: what is too large stops at the largest number', () => {
    expect(evaluate('Add', { A: 1e308, B: 1e308 }).value).toBe(Number.MAX_VALUE);
    expect(evaluate('Multiply', { A: 1e308, B: -1e308 }).value).toBe(-Number.MAX_VALUE);
  });
});

test.each(['Divide', 'Modulo'])('%s by zero yields 0 and one warning per run', (category) => {
  const stage = createStage();
  stage.run(
    sketch({ frame: 'OnNewFrame', node: [category, { A: 8, B: 0 }], watch: 'Watch' }, [
      'frame.Out > watch.In',
      'node.Result > watch.Value',
    ]),
  );
  stage.step(5);
  expect(stage.port('watch.in.Value')).toBe(0);
  expect(stage.data('console.log')).toEqual([
    expect.objectContaining({ severity: 'warning', contextType: 'node', graphId: 'graph', nodeId: 'node' }),
  ]);
  stage.execute('graph.stop', { graphId: 'graph' });
  stage.execute('graph.run', { graphId: 'graph' });
  stage.step(5);
  expect(stage.messages()).toHaveLength(2);
});
