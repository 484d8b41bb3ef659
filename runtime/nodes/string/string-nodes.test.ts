import { describe, expect, test } from 'vitest';
import {
  createTestRuntime,
  evaluatePureNode,
  createTestGraph,
  createTestVariable,
} from '../../engine/testing-runtime.ts';
import { definitionsByEnumValue } from '../index.ts';
import type { Json } from '#spec/values.ts';

type Values = Record<string, Json>;

test.each<[string, string, Values, Json]>([
  ['Concatenate', 'Result', { A: 'a', B: 'b' }, 'ab'],
  ['Concatenate', 'Result', { A: 'a', B: '', Separator: ', ' }, 'a, '],
  ['TextLength', 'Length', { Text: 'naïve 👋🏽' }, 8],
  ['Substring', 'Result', { Text: 'a👋bcd', Start: 1, Length: 2 }, '👋b'],
  ['Substring', 'Result', { Text: 'abcd', Start: 2 }, 'cd'],
  ['Substring', 'Result', { Text: 'abcd', Start: -3, Length: 2 }, 'bc'],
  ['Substring', 'Result', { Text: 'abcd', Start: -9, Length: 1 }, 'a'],
  ['Substring', 'Result', { Text: 'abcd', Start: 9 }, ''],
  ['Substring', 'Result', { Text: 'abcd', Length: 0 }, ''],
  ['ReplaceText', 'Result', { Text: 'a.b.c', Find: '.', Replacement: '$&' }, 'a$&b$&c'],
  ['ReplaceText', 'Result', { Text: 'abc', Find: '', Replacement: 'x' }, 'abc'],
  [
    'ReplaceText',
    'Result',
    { Text: 'a1b22', Find: '(\\d+)', Replacement: '<$1>', UseRegex: true },
    'a<1>b<22>',
  ],
  ['ReplaceText', 'Result', { Text: '👋👋', Find: '.', Replacement: 'x', UseRegex: true }, 'xx'],
  ['SplitText', 'Parts', { Text: 'a;b;;c', Separator: ';' }, ['a', 'b', '', 'c']],
  ['SplitText', 'Parts', { Text: 'a👋', Separator: '' }, ['a', '👋']],
  ['SplitText', 'Parts', { Text: '' }, []],
  ['JoinText', 'Result', { Parts: ['a', 1, null, [true]], Separator: '-' }, 'a-1--[true]'],
  ['JoinText', 'Result', { Parts: [] }, ''],
  ['ContainsText', 'Result', { Text: 'Hello', Find: 'ell' }, true],
  ['ContainsText', 'Result', { Text: 'Hello', Find: 'ELL' }, false],
  ['ContainsText', 'Result', { Text: 'Hello', Find: 'ELL', IgnoreCase: true }, true],
  ['ContainsText', 'Result', { Text: 'Hello', Find: '' }, true],
  ['ContainsText', 'Index', { Text: '👋Hello', Find: 'l' }, 3],
  ['ContainsText', 'Index', { Text: 'İİabc', Find: 'B', IgnoreCase: true }, 3],
  ['ContainsText', 'Index', { Text: 'Hello', Find: 'x' }, -1],
  ['ParseNumber', 'Value', { Text: ' -12.5e1 ', Default: 7 }, -125],
  ['ParseNumber', 'Value', { Text: '1,5', Default: 7 }, 7],
  ['ParseNumber', 'Value', { Text: '', Default: 7 }, 7],
  ['ParseNumber', 'Value', { Text: '0x10', Default: 7 }, 7],
  ['ParseNumber', 'Value', { Text: '1e999', Default: 7 }, 7],
  ['ParseNumber', 'IsValid', { Text: '.5' }, true],
  ['ParseNumber', 'IsValid', { Text: 'half' }, false],
  ['ToText', 'Text', { Value: 1.5 }, '1.5'],
  ['ToText', 'Text', { Value: 2, Decimals: 2 }, '2.00'],
  ['ToText', 'Text', { Value: -0.001, Decimals: 2 }, '0.00'],
  ['ToText', 'Text', { Value: -2.5, Decimals: 1 }, '-2.5'],
  ['ToText', 'Text', { Value: 1 / 3, Decimals: 99 }, '0.33333333333333331483'],
  ['ToText', 'Text', { Value: 'text', Decimals: 2 }, 'text'],
  ['ToText', 'Text', { Value: { a: [1.5, null] }, Decimals: 0 }, '{"a":[1.5,null]}'],
  ['ToText', 'Text', {}, ''],
])('%s outputs as %s of %j: %j', (category, output, values, expected) => {
  const { value, runtime } = evaluatePureNode(category, values, output);
  expect(value).toEqual(expected);
  expect(runtime.messages()).toEqual([]);
});

/** Returns an output value and the warnings from two frames. */
const runTwice = (category: string, values: Values, output = 'Result') => {
  const { value, runtime } = evaluatePureNode(category, values, output);
  runtime.step();
  return { value, warnings: runtime.messages() };
};

describe('ReplaceText with a regular expression', () => {
  test.each([
    ['a malformed one', { Text: 'abc', Find: '(' }],
    ['one on a long text', { Text: 'a'.repeat(100_001), Find: 'a' }],
    ['one with a long replacement', { Text: 'abc', Find: 'a', Replacement: 'x'.repeat(1001) }],
  ])('%s changes nothing and writes one warning', (_, values) => {
    const { value, warnings } = runTwice('ReplaceText', { ...values, UseRegex: true });
    expect(value).toBe(values.Text);
    expect(warnings).toHaveLength(1);
  });
});

test.each(['(', '(a)\\1', '(a+)+$'])('a new expression replaces %j', (first) => {
  const runtime = createTestRuntime();
  const createText = (length: number) => 'a'.repeat(length);
  runtime.put(createTestVariable('find', first), createTestVariable('text', `${createText(40)}!`));
  runtime.run(
    createTestGraph(
      {
        frame: 'OnNewFrame',
        find: ['GetVariable', { Variable: 'find' }],
        text: ['GetVariable', { Variable: 'text' }],
        node: ['ReplaceText', { Replacement: 'x', UseRegex: true }],
        watch: 'Watch',
      },
      [
        'frame.Out > watch.In',
        'find.Value > node.Find',
        'text.Value > node.Text',
        'node.Result > watch.Value',
      ],
    ),
  );
  runtime.step();
  runtime.put(createTestVariable('find', 'a'), createTestVariable('text', createText(3)));
  runtime.step();
  expect(runtime.port('watch.in.Value')).toBe('xxx');
});

describe('texts that grow too long are truncated, with one warning', () => {
  const longText = 'x'.repeat(600_000);
  test.each<[string, Values, string]>([
    ['Concatenate', { A: longText, B: longText }, 'Result'],
    ['JoinText', { Parts: [longText, longText] }, 'Result'],
    ['ReplaceText', { Text: 'aa', Find: 'a', Replacement: longText }, 'Result'],
    ['FormatText', { Template: '{0}{0}', Arg0: longText }, 'Result'],
    ['ToText', { Value: [longText, longText] }, 'Text'],
  ])('%s', (category, values, output) => {
    const { value, warnings } = runTwice(category, values, output);
    expect(value).toHaveLength(1_000_000);
    expect(warnings).toHaveLength(1);
  });

  test('but never in the middle of a character', () => {
    const { value } = runTwice('Concatenate', { A: 'x'.repeat(999_999), B: '👋' });
    expect(value).toBe('x'.repeat(999_999));
  });

  test('SplitText keeps 10,000 parts', () => {
    const { value, warnings } = runTwice('SplitText', { Text: ','.repeat(20_000) }, 'Parts');
    expect(value).toHaveLength(10_000);
    expect(warnings).toHaveLength(1);
  });
});

describe('FormatText', () => {
  test.each([
    [{ Template: '{1} before {0}', Arg0: 'a', Arg1: 'b' }, 'b before a'],
    [{ Template: '{{{0}}}', Arg0: [1, 'two'] }, '{[1,"two"]}'],
    [{ Template: '{12}', Arg12: true }, 'true'],
    [{ Template: '{0}', Arg0: '{1}' }, '{1}'],
    [{ Template: '' }, ''],
  ])('turns %j into %j', (values, expected) => {
    expect(runTwice('FormatText', values)).toEqual({ value: expected, warnings: [] });
  });

  test.each(['{0}', '{nobody}', 'a { b', '{64}'])('leaves %j as it is, with one warning', (Template) => {
    const { value, warnings } = runTwice('FormatText', { Template });
    expect(value).toBe(Template);
    expect(warnings).toHaveLength(1);
  });

  test('inserts variables by name, and prefers those of the graph to global ones', () => {
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('score', 42), createTestVariable('who', 'all'), {
      ...createTestVariable('who', 'own'),
      id: 'own',
      graphId: 'graph',
    });
    runtime.run(
      createTestGraph(
        { start: 'Start', text: ['FormatText', { Template: '{who}: {score}' }], log: 'LogConsole' },
        ['start.Out > log.In', 'text.Result > log.Message'],
      ),
    );
    runtime.step();
    expect(runtime.messages()).toEqual(['own: 42']);
  });

  test('has one input for each number in the template', () => {
    const listPortNames = (Template: string) =>
      definitionsByEnumValue.get('formattext')!.type.portsFor!({ Template }).map(({ name }) => name);
    expect(listPortNames('{10} {2} {10} {name} {64} {01}')).toEqual(['Template', 'Arg2', 'Arg10', 'Result']);
    expect(listPortNames('plain')).toEqual(['Template', 'Result']);
    expect(listPortNames('malformed {0} {')).toEqual(['Template', 'Result']);
    expect(listPortNames('')).toEqual(['Template', 'Arg0', 'Arg1', 'Arg2', 'Arg3', 'Result']);
  });
});
