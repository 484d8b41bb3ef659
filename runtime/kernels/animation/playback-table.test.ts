import { describe, expect, it } from 'vitest';
import { PlaybackTable } from './playback-table.ts';

/** Starts a row at position 0 with this speed. The row has nothing to report before position 10. */
const startRow = (table: PlaybackTable<string>, owner: string, speed = 1) => {
  const row = table.allocateRow(owner);
  row.speed = speed;
  row.restartFrom(0);
  row.setQuietRange(-10, 10, { sign: 1, offset: 0 });
  return row;
};

describe('a playback row', () => {
  it('advances by its speed, regardless of the lengths of the steps', () => {
    const table = new PlaybackTable<string>();
    const [even, fast] = [startRow(table, 'even'), startRow(table, 'fast', 3)];
    const steps = [1 / 60, 1 / 60, 1 / 30, 0, 0.017, 1 / 60, 0.017];
    for (const step of steps) expect(table.advance(step)).toEqual([]);
    const seconds = steps.reduce((sum, step) => sum + step, 0);
    expect(even.time).toBeCloseTo(seconds, 12);
    expect(fast.time).toBeCloseTo(3 * seconds, 12);
  });

  it('is exact after any number of equal steps', () => {
    const table = new PlaybackTable<string>();
    const row = startRow(table, 'one', 1e-5);
    for (let step = 0; step < 360_000; step += 1) table.advance(1 / 60);
    expect(row.time).toBe(6000 * 1e-5);
  });

  it('returns its owner when it leaves its quiet range, and always while it has none', () => {
    const table = new PlaybackTable<string>();
    const row = startRow(table, 'one', 6);
    expect(table.advance(1)).toEqual([]);
    expect(table.advance(1)).toEqual(['one']);
    row.restartFrom(0);
    expect(table.advance(1)).toEqual([]);
    row.clearQuietRange();
    expect(table.advance(1)).toEqual(['one']);
  });

  it('returns no owner once it is freed, and its slot is reused', () => {
    const table = new PlaybackTable<string>();
    const [first, second] = [startRow(table, 'first', 20), startRow(table, 'second', 20)];
    table.freeRow(first);
    expect(table.advance(1)).toEqual(['second']);
    const third = startRow(table, 'third');
    expect(third.row).toBe(first.row);
    expect(table.advance(1)).toEqual(['second']);
    expect([third.time, second.row]).toEqual([1, 1]);
  });
});
