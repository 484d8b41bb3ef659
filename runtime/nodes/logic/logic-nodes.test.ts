import { describe, expect, test } from 'vitest';
import {
  createTestRuntime,
  addTestNodes,
  evaluatePureNode,
  createTestGraph,
} from '../../engine/testing-runtime.ts';
import { definePureNode } from '../dsl/define-node.ts';
import { objectSelector, string } from '../dsl/ports.ts';

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
  ['Xor', { A: false, B: false }, false],
  ['Xor', { A: true, B: false }, true],
  ['Xor', { A: false, B: true }, true],
  ['Xor', { A: true, B: true }, false],
  ['InRange', { Value: 1, Min: 1, Max: 2 }, true],
  ['InRange', { Value: 2, Min: 1, Max: 2 }, true],
  ['InRange', { Value: 0.99, Min: 1, Max: 2 }, false],
  ['InRange', { Value: 2.01, Min: 1, Max: 2 }, false],
  ['InRange', { Value: 1.5, Min: 2, Max: 1 }, false],
  ['IsValid', {}, false],
  ['IsValid', { Value: 'text' }, true],
  ['IsValid', { Value: '' }, true],
  ['IsValid', { Value: 0 }, true],
  ['IsValid', { Value: false }, true],
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
  expect(evaluatePureNode(category, values).value).toBe(expected);
});

test('IsValid checks an object of an object output against the scene', () => {
  const Pick = definePureNode({
    description: '',
    inputs: { Tag: string() },
    outputs: { Object: objectSelector() },
    evaluate: ({ Tag }) => Tag,
  });
  const definitions = addTestNodes({ Pick });
  const isValid = (Tag: string) => {
    const runtime = createTestRuntime({ definitions });
    runtime.run(
      createTestGraph({ frame: 'OnNewFrame', pick: ['Pick', { Tag }], valid: 'IsValid', watch: 'Watch' }, [
        'frame.Out > watch.In',
        'pick.Object > valid.Value',
        'valid.Result > watch.Value',
      ]),
    );
    runtime.step();
    return runtime.port('watch.in.Value');
  };
  expect([isValid('main-camera'), isValid('nobody'), isValid('')]).toEqual([true, false, false]);
});

describe('short-circuit evaluation', () => {
  /** Whether the input was evaluated. If so, the division by zero that is connected to it causes a warning. */
  const evaluatesInput = (category: string, values: Record<string, boolean>, input: string) => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph(
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
    runtime.step();
    return runtime.messages().length > 0;
  };

  test('And evaluates B only when A is true', () => {
    expect(evaluatesInput('And', { A: false }, 'B')).toBe(false);
    expect(evaluatesInput('And', { A: true }, 'B')).toBe(true);
  });
  test('Or evaluates B only when A is false', () => {
    expect(evaluatesInput('Or', { A: true }, 'B')).toBe(false);
    expect(evaluatesInput('Or', { A: false }, 'B')).toBe(true);
  });
  test('Select evaluates the chosen side', () => {
    expect(evaluatesInput('Select', { Condition: true }, 'IfFalse')).toBe(false);
    expect(evaluatesInput('Select', { Condition: false }, 'IfFalse')).toBe(true);
    expect(evaluatesInput('Select', { Condition: false }, 'IfTrue')).toBe(false);
  });
});
