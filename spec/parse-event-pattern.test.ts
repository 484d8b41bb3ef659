import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ApiError } from './errors.ts';
import { eventTypes } from './events.ts';
import { parsePattern, resolvePattern } from './parse-event-pattern.ts';
import { matchesPattern } from './match-event-pattern.ts';

const isMatch = (pattern: string, type: string) => matchesPattern(parsePattern(pattern), type);

describe('a pattern', () => {
  test.each([
    ['graph.running', 'graph.running', true],
    ['graph.running', 'graph.stopped', false],
    ['GRAPH.Running', 'graph.running', true],
    ['graph', 'graph.running', false],
    ['running', 'graph.running', false],
    ['graph.runnin', 'graph.running', false],
    ['*.done', 'node.done', true],
    ['*.done', 'done', false],
    ['*.done', 'a.node.done', false],
    ['animation.*.direction.changed', 'animation.playback.direction.changed', true],
    ['animation.*.changed', 'animation.playback.direction.changed', false],
    ['animation.*', 'animation.playback.direction.changed', true],
    ['animation.*', 'animation.playback', true],
    ['animation.*', 'animation', false],
    ['*.*', 'graph.running', true],
    ['*.*', 'graph', false],
    ['tween.**', 'tween', true],
    ['tween.**', 'tween.completed', true],
    ['**.changed', 'animation.playback.direction.changed', true],
    ['**.changed', 'changed', true],
    ['animation.**.changed', 'animation.changed', true],
    ['animation.**.changed', 'animation.playback.started', false],
    ['**.**', 'graph.running', true],
    ['*', 'graph', true],
    ['*', 'animation.playback.direction.changed', true],
    ['**', 'graph.running', true],
  ])('%s against %s: %s', (pattern, type, expected) => {
    expect(isMatch(pattern, type)).toBe(expected);
  });

  test.each([
    '',
    '.',
    '.graph',
    'graph.',
    'a..b',
    'graph run',
    'graph.run*',
    '***',
    'a.***',
    '**x',
    'é.a',
    ' *',
    'a'.repeat(300),
  ])('rejects %j', (pattern) => {
    expect(() => parsePattern(pattern)).toThrow(ApiError);
  });

  it('matches every declared type if it is *', () => {
    expect(resolvePattern(parsePattern('*'))).toEqual(eventTypes);
  });

  it('matches quickly, however many wildcards it has', () => {
    expect(isMatch(Array(51).fill('**.a').join('.'), Array(40).fill('a').join('.'))).toBe(false);
  });
});

/** Translates a pattern into a regular expression. */
const toRegularExpression = (pattern: string): RegExp => {
  if (pattern === '*' || pattern === '**') return /^.+$/i;
  const parts = pattern.split('.');
  const anyRun = '(?:\\.[^.]+)*';
  const source = parts.map((part, index) => {
    if (part === '**') return anyRun;
    if (part !== '*') return `\\.${part}`;
    return index === parts.length - 1 ? `\\.[^.]+${anyRun}` : '\\.[^.]+';
  });
  return new RegExp(`^${source.join('')}$`, 'i');
};

const word = fc.constantFrom('a', 'b', 'c');

test('patterns match what the same regular expressions match', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(word, fc.constantFrom('*', '**')), { minLength: 1, maxLength: 5 }),
      fc.array(word, { minLength: 1, maxLength: 5 }),
      (pattern, type) => {
        const expected = toRegularExpression(pattern.join('.')).test(`.${type.join('.')}`);
        expect(isMatch(pattern.join('.'), type.join('.'))).toBe(expected);
      },
    ),
    { numRuns: 2_000 },
  );
});
