import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExecutionError } from '../../engine/execution-limits.ts';
import { createTestGraph, createTestRuntime, evaluatePureNode } from '../../engine/testing-runtime.ts';
import { type CachedExpression, measureRegex, replaceMatches } from './regex-replace.ts';
import type { Json } from '#spec/values.ts';

/** Returns the resulting string and the number of steps charged for the replacement. */
const replaceWithSteps = (text: string, pattern: string, replacement: string, maxSteps = 10_000_000) => {
  const last: CachedExpression = { pattern: undefined, failure: undefined };
  let steps = 0;
  const spend = (count: number): void => {
    steps += count;
    if (steps > maxSteps) throw new ExecutionError('node', 'executionLimit', 'too many steps');
  };
  const replaced = replaceMatches({ text, pattern, replacement }, last, { spendSteps: spend });
  if ('failure' in replaced) return { failure: replaced.failure, steps };
  return { text: [...replaced.pieces].join(''), steps };
};

/** Runs the node in a graph of its own. Returns the node's result and what it wrote to the console. */
const runReplaceNode = (values: Record<string, Json>) => {
  const { value, runtime } = evaluatePureNode('ReplaceText', { Replacement: 'x', UseRegex: true, ...values });
  runtime.step();
  return { value, warnings: runtime.messages(), stopped: runtime.data('graph.stopped') };
};

const atom = fc.constantFrom(
  'a',
  'b',
  '👋',
  '[ab]',
  '[^a]',
  '\\w',
  '\\d',
  '1',
  '\\b',
  '^',
  '$',
  '\\u0061',
  '\\u{1f44b}',
);
const repeated = fc
  .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '*?', '+?', '{1,2}'))
  .map(([source, times]) => (/^(\\b|\^|\$)/.test(source) ? source : source + times));
const branch = fc.array(repeated, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const pattern = fc
  .array(fc.tuple(fc.constantFrom('', '('), branch), { minLength: 1, maxLength: 3 })
  .map((branches) => branches.map(([open, inner]) => (open ? `(${inner})` : inner)))
  .chain((parts) => fc.constantFrom(parts.join(''), parts.join('|'), `(?<n>${parts.join('|')})b?`));

test('replaces what JavaScript would replace', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '👋'), maxLength: 12 });
  const replacement = fc
    .array(
      fc.constantFrom('-', '$1', '$2', '$10', '$01', '$$', '$&', '$`', "$'", '$<n>', '$<m>', '$0', '$', '$<'),
      { maxLength: 3 },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, pattern, replacement, (from, expression, to) => {
      expect(replaceWithSteps(from, expression, to).text).toBe(
        from.replace(new RegExp(expression, 'gu'), to),
      );
    }),
    { numRuns: 2_000, examples: [['', '(a?)', '$<$10$<n>']] },
  );
});

describe('an unsupported expression changes nothing, and a warning names the position', () => {
  test.each([
    ['a(?=b)', '"(?="'],
    ['a(?!b)', '"(?!"'],
    ['(?<=a)b', '"(?<=a)b"'],
    ['(?<!a)b', '"(?<!a)b"'],
    ['(a)\\1', '"\\\\1"'],
    ['(?<n>a)\\k<n>', '"\\\\k"'],
  ])('%s', (Find, expected) => {
    const { value, warnings } = runReplaceNode({ Text: 'aab', Find });
    expect(value).toBe('aab');
    expect(warnings).toEqual([
      expect.stringMatching(/lookaheads, lookbehinds, atomic groups and backreferences/),
    ]);
    expect(warnings[0]).toContain(expected);
  });

  test.each(['(', '[a', '*a', 'a{1001}', '\\y', '\\p{Nothing}', '(\n\n'])('malformed: %j', (Find) => {
    const { value, warnings } = runReplaceNode({ Text: 'aab', Find });
    expect(value).toBe('aab');
    expect(warnings).toEqual([expect.stringMatching(/^The regular expression cannot be used: [^\n]+$/)]);
  });
});

describe('an expression is limited before it is compiled', () => {
  test.each([
    'a'.repeat(1_001),
    `(?:${'ab.'.repeat(300)}){1000}`,
    '(?:(?:abc){30}){33}',
    'a{1000}b{1000}c',
    `\\Q[\\E(?:${'a.'.repeat(100)}){1000}]`,
    `[]](?:${'a.'.repeat(100)}){1000}[]]`,
  ])('%#', (Find) => {
    const { value, warnings } = runReplaceNode({ Text: 'aab', Find });
    expect(value).toBe('aab');
    expect(warnings).toEqual([expect.stringContaining('1000 characters, and to 2000')]);
  });

  test.each([
    ['(\\d{4})-(\\d{2})-(\\d{2})', 13],
    ['a{1000}', 1_000],
    ['(?:ab{2}){3,}', 11],
    ['[a{9}]{2}\\{3}', 5],
  ])('%s has a size of about %i', (expression, size) => {
    expect(measureRegex(expression)).toBeGreaterThanOrEqual(size);
    expect(measureRegex(expression)).toBeLessThan(2 * size + 10);
  });
});

describe('work costs steps', () => {
  const longText = 'a'.repeat(100_000);

  test.each([
    ['(a+)+$', `${longText.slice(1)}!`, `${longText.slice(1)}!`],
    ['(a|aa)+$', `${longText.slice(1)}!`, `${longText.slice(1)}!`],
    ['\\w+', 'The quick brown fox '.repeat(5_000), 'x x x x '.repeat(5_000)],
    ['.', longText, 'x'.repeat(100_000)],
    ['(\\w)(\\w)', longText, 'x'.repeat(50_000)],
  ])('%s on 100,000 characters is within the budget of one event', (expression, text, expected) => {
    const replaced = replaceWithSteps(text, expression, 'x');
    expect(replaced.text === expected).toBe(true);
    expect(replaced.steps).toBeLessThan(95_000);
  });

  test('the same search costs the same steps, whether the expression is cached or not', () => {
    const first = replaceWithSteps('a1b22', '\\d+', 'x').steps;
    expect(replaceWithSteps('a1b22', '\\d+', 'x').steps).toBe(first);
  });

  test.each([
    ['searches that read to the end each time', 'a*b|a', '-'],
    ['large expressions', '(?:a?){400}a{400}', '-'],
    ['groups', `${'(a)'.repeat(300)}`, '$1$2$300'],
  ])('%s end with the steps', (_, expression, replacement) => {
    expect(() => replaceWithSteps(longText, expression, replacement, 100_000)).toThrow('too many steps');
  });

  test('a replacement is only expanded as far as it is needed', () => {
    const { value, warnings } = runReplaceNode({ Text: 'a'.repeat(20_000), Find: 'a', Replacement: "$`$'" });
    expect(value).toHaveLength(1_000_000);
    expect(warnings).toEqual(['The text was truncated to 1000000 characters.']);
  });

  test('a graph without steps left for a search is stopped, and the node is named', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          node: ['ReplaceText', { Text: longText, Find: 'a*b|a', UseRegex: true }],
          watch: 'Watch',
        },
        ['start.Out > watch.In', 'node.Result > watch.Value'],
      ),
    );
    runtime.step();
    expect(runtime.data('graph.stopped')).toEqual([expect.objectContaining({ reason: 'executionLimit' })]);
    expect(runtime.data('console.log')).toEqual([
      expect.objectContaining({ severity: 'error', nodeId: 'node' }),
    ]);
  });
});
