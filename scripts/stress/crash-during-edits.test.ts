import { describe, expect, it } from 'vitest';
import { crashDuringEdits } from './crash-during-edits.ts';

describe('a server with ten editing clients', () => {
  it('loses no acknowledged edit when it is killed', async () => {
    const { problems, acknowledged, codes } = await crashDuringEdits({
      signal: 'SIGKILL',
      rounds: 3,
      seed: 1,
    });
    expect(problems).toEqual([]);
    expect(acknowledged).toBeGreaterThan(100);
    expect(codes).toEqual([null]);
  }, 300_000);

  it('loses no edit when it receives SIGTERM either, and exits with 0', async () => {
    const { problems, acknowledged, codes } = await crashDuringEdits({
      signal: 'SIGTERM',
      rounds: 2,
      seed: 2,
    });
    expect(problems).toEqual([]);
    expect(acknowledged).toBeGreaterThan(50);
    expect(codes).toEqual([0]);
  }, 300_000);
});
