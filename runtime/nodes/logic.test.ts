import { describe, expect, test } from 'vitest';
import { createStage, evaluate, sketch } from '../engine/testing.ts';

const vector = { x: 1, y: 2, z: 3 };

test.each([
  ['And', { A: true, B: true }, true],
  ['And', { A: true, B: false }, false],
  ['And', { A: false, B: true }, false],
  ['Or', { A: false, B: false }, false],
  ['Or', { A: false, B: true }, true],
  ['Or', { A: true, B: false }, true],
  ['Not', { A: true }, false],
  ['Not', { A: false }, true],
  ['Equal', { A: 'a', B: 'a' }, true],
  ['Equal', { A: '1', B: 1 }, false],
  ['Equal', { A: 1, B: 1.05 }, false],
  ['Equal', { A: 1, B: 1.05, Tolerance: 0.1 }, true],
  ['Equal', { A: vector, B: { ...vector } }, true],
  ['Equal', { A: vector, B: { ...vector, z: 4 } }, false],
  ['Equal', { A: vector, B: { ...vector, z: 3.05 }, Tolerance: 0.1 }, true],
  ['Equal', { A: [1, [2]], B: [1, [2]] }, true],
  ['Equal', { A: [1], B: [1, 2] }, false],
  ['Equal', { A: null, B: {} }, false],
  ['Compare', { A: 1, B: 2, Operator: 'Less' }, true],
  ['Compare', { A: 2, B: 2, Operator: 'Less' }, false],
  ['Compare', { A: 2, B: 2, Operator: 'LessOrEqual' }, true],
  ['Compare', { A: 2, B: 1, Operator: 'Greater' }, true],
  ['Compare', { A: 2, B: 2, Operator: 'Greater' }, false],
  ['Compare', { A: 2, B: 2, Operator: 'GreaterOrEqual' }, true],
  ['Select', { Condition: true, IfTrue: 'yes', IfFalse: 'no' }, 'yes'],
  ['Select', { Condition: false, IfTrue: 'yes', IfFalse: 'no' }, 'no'],
])('%s of %j is %j', (category, values, expected) => {
  expect(evaluate(category, values).value).toBe(expected);
});

describe('only the side that decides is evaluated', () => {
  /** Whether the division by zero, whose warning tells on it, was evaluated. */
  const evaluatesTrap = (category: string, values: Record<string, boolean>, input: string) => {
    const stage = createStage();
    stage.run(
      sketch(
        {
          frame: 'OnNewFrame',
          node: [category, values],
          trap: ['Divide', { A: 1, B: 0 }],
          even: 'Equal',
          watch: 'Watch',
        },
        [
          'frame.Out > watch.In',
          'node.Result > watch.Value',
          'trap.Result > even.A',
          `even.Result > node.${input}`,
        ],
      ),
    );
    stage.step();
    return stage.messages().length > 0;
  };

  test('And evaluates B only when A is true', () => {
    expect(evaluatesTrap('And', { A: false }, 'B')).toBe(false);
    expect(evaluatesTrap('And', { A: true }, 'B')).toBe(true);
  });
  test('Or evaluates B only when A is false', () => {
    expect(evaluatesTrap('Or', { A: true }, 'B')).toBe(false);
    expect(evaluatesTrap('Or', { A: false }, 'B')).toBe(true);
  });
  test('Select evaluates the chosen side', () => {
    expect(evaluatesTrap('Select', { Condition: true }, 'IfFalse')).toBe(false);
    expect(evaluatesTrap('Select', { Condition: false }, 'IfFalse')).toBe(true);
    expect(evaluatesTrap('Select', { Condition: false }, 'IfTrue')).toBe(false);
  });
});
