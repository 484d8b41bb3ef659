import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchText } from './match-text.ts';

const rank = (query: string, texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => {
      const match = matchText(query, text);
      return match ? [{ text, score: match.score }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text);

describe('matching a query with a text', () => {
  it('finds the letters in order, whatever their case, and ignores spaces in the query', () => {
    expect(matchText('setpos', 'SetPosition')?.ranges).toEqual([[0, 6]]);
    expect(matchText('SP', 'SetPosition')?.ranges).toEqual([
      [0, 1],
      [3, 4],
    ]);
    expect(matchText('set pos', 'SetPosition')?.ranges).toEqual([[0, 6]]);
    expect(matchText('pos set', 'SetPosition')).toBeUndefined();
    expect(matchText('x', '')).toBeUndefined();
  });

  it('matches every text with an empty query, and marks nothing', () => {
    expect(matchText(' ', 'Lerp')).toEqual({ score: 0, ranges: [] });
  });

  it('prefers the whole text, then its start, then starts of words, then letters in a row', () => {
    expect(rank('le', ['EaseValue', 'SetScale', 'Select', 'Lerp', 'Start'])).toEqual([
      'Lerp',
      'Select',
      'SetScale',
      'EaseValue',
    ]);
    expect(rank('add', ['AddToList', 'Add', 'RandomDad', 'ListAdd'])).toEqual([
      'Add',
      'AddToList',
      'ListAdd',
      'RandomDad',
    ]);
    expect(rank('gp', ['GetPosition', 'Grip'])).toEqual(['GetPosition', 'Grip']);
  });

  it('marks the run of letters, even if single letters come before it', () => {
    expect(matchText('tion', 'SetRotation')?.ranges).toEqual([[7, 11]]);
  });

  it('marks exactly the letters of the query', () => {
    void assert(
      property(string(), string(), (query, text) => {
        const match = matchText(query, text);
        if (!match) return;
        const marked = match.ranges.map(([start, end]) => text.slice(start, end)).join('');
        expect(marked.toLowerCase()).toBe(query.toLowerCase().replaceAll(/\s/gu, ''));
      }),
    );
  });
});
