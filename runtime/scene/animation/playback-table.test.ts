import { describe, expect, it } from 'vitest';
import { PlaybackTable } from './playback-table.ts';

/** Starts a row at 0 with a speed. It has nothing to report before it reaches 10. */
const startRow = (paces: PlaybackTable<string>, owner: string, speed = 1) => {
  const pace = paces.allocateRow(owner);
  pace.speed = speed;
  pace.restartFrom(0);
  pace.setQuietRange(-10, 10, { sign: 1, offset: 0 });
  return pace;
};

describe('a playback row', () => {
  it('advances by its speed, regardless of the lengths of the steps', () => {
    const paces = new PlaybackTable<string>();
    const [even, fast] = [startRow(paces, 'even'), startRow(paces, 'fast', 3)];
    const steps = [1 / 60, 1 / 60, 1 / 30, 0, 0.017, 1 / 60, 0.017];
    for (const step of steps) expect(paces.advance(step)).toEqual([]);
    const seconds = steps.reduce((sum, step) => sum + step, 0);
    expect(even.time).toBeCloseTo(seconds, 12);
    expect(fast.time).toBeCloseTo(3 * seconds, 12);
  });

  it('is exact after any number of equal steps', () => {
    const paces = new PlaybackTable<string>();
    const pace = startRow(paces, 'one', 1e-5);
    for (let step = 0; step < 360_000; step += 1) paces.advance(1 / 60);
    expect(pace.time).toBe(6000 * 1e-5);
  });

  it('returns its owner when it leaves its quiet range, and always while it has none', () => {
    const paces = new PlaybackTable<string>();
    const pace = startRow(paces, 'one', 6);
    expect(paces.advance(1)).toEqual([]);
    expect(paces.advance(1)).toEqual(['one']);
    pace.restartFrom(0);
    expect(paces.advance(1)).toEqual([]);
    pace.clearQuietRange();
    expect(paces.advance(1)).toEqual(['one']);
  });

  it('returns no owner once it is freed, and its slot is reused', () => {
    const paces = new PlaybackTable<string>();
    const [first, second] = [startRow(paces, 'first', 20), startRow(paces, 'second', 20)];
    paces.freeRow(first);
    expect(paces.advance(1)).toEqual(['second']);
    const third = startRow(paces, 'third');
    expect(third.row).toBe(first.row);
    expect(paces.advance(1)).toEqual(['second']);
    expect([third.time, second.row]).toEqual([1, 1]);
  });
});
