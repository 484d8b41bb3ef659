import { beforeEach, describe, expect, it } from 'vitest';
import { createGuesses, type Guesses } from './guesses.ts';

let time: number;
let guesses: Guesses;

beforeEach(() => {
  time = 0;
  guesses = createGuesses(() => time);
});

const guess = (address: string, times: number): number[] =>
  Array.from({ length: times }, () => guesses.countFar(address));

describe('wrong tokens from other machines', () => {
  it('are looked at ten times a minute', () => {
    expect(guess('10.0.0.1', 9).some((wait) => wait > 0)).toBe(false);
    expect(guesses.waitOf('10.0.0.1')).toBe(0);
    guess('10.0.0.1', 1);
    expect([guesses.waitOf('10.0.0.1'), guesses.waitOf('10.0.0.2')]).toEqual([60, 0]);
    time = 59_001;
    expect(guesses.waitOf('10.0.0.1')).toBe(1);
    time = 60_000;
    expect(guesses.waitOf('10.0.0.1')).toBe(0);
  });

  it('are looked at a hundred times a minute altogether, but for those who have shown the right one', () => {
    guesses.trust('10.0.1.1');
    for (let host = 0; host < 100; host += 1) {
      expect(guesses.waitOf('10.0.2.2')).toBe(0);
      guess(`10.0.0.${host}`, 1);
    }
    expect([guesses.waitOf('10.0.2.2'), guesses.waitOf('10.0.0.5'), guesses.waitOf('10.0.1.1')]).toEqual([
      60, 60, 0,
    ]);
    guesses.forget();
    expect(guesses.waitOf('10.0.1.1')).toBe(60);
    time = 60_000;
    expect(guesses.waitOf('10.0.2.2')).toBe(0);
  });

  it('of somebody trusted shut out nobody but that one', () => {
    guesses.trust('10.0.0.1');
    guess('10.0.0.1', 10);
    expect([guesses.waitOf('10.0.0.1'), guesses.waitOf('10.0.0.2')]).toEqual([60, 0]);
  });

  it('from this machine count for nobody else', () => {
    for (let time = 0; time < 200; time += 1) guesses.count('127.0.0.1');
    expect(guesses.waitOf('10.0.0.1')).toBe(0);
  });
});
