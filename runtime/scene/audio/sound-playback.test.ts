import { describe, expect, it } from 'vitest';
import { createSoundPlayback } from './sound-playback.ts';

const createTestPlayback = (options: Partial<Parameters<typeof createSoundPlayback>[0]> = {}, fps = 60) => {
  const playback = createSoundPlayback({ duration: 1, loop: false, pitch: 1, ...options });
  const step = (ticks: number): void => {
    for (let tick = 0; tick < ticks; tick++) playback.advance(1 / fps);
  };
  return { playback, step };
};

/** Returns the step in which the sound ends. */
const findEndStep = (duration: number, pitch: number, fps: number): number => {
  const { playback, step } = createTestPlayback({ duration, pitch }, fps);
  for (let tick = 1; tick <= 36_000; tick++) {
    step(1);
    if (playback.hasEnded()) return tick;
  }
  throw new Error('did not end');
};

describe('a sound', () => {
  it.each([
    [1, 1, 60, 60],
    [0.1, 1, 60, 6],
    [2.5, 1, 60, 150],
    [1.1, 1, 30, 33],
    [90, 1, 144, 12_960],
    [1, 1.5, 60, 40],
    [1, 0.1, 50, 500],
    [0.7, 7, 60, 6],
    // The sound ends between two steps.
    [0.101, 1, 60, 7],
  ])('of %d s at pitch %d and %d steps per second ends in step %d', (duration, pitch, fps, tick) => {
    expect(findEndStep(duration, pitch, fps)).toBe(tick);
  });

  it('is at the position of its elapsed time, and exactly at its end', () => {
    const { playback, step } = createTestPlayback({ duration: 0.7, pitch: 0.25 });
    step(90);
    expect(playback.getPosition()).toBe(0.375);
    step(100);
    expect(playback.getPosition()).toBe(0.7);
  });

  it('continues at another pitch from its position', () => {
    const { playback, step } = createTestPlayback();
    step(15);
    playback.setPitch(2);
    expect(playback.getPosition()).toBe(0.25);
    expect(playback.getPitch()).toBe(2);
    step(15);
    expect(playback.getPosition()).toBe(0.75);
  });

  it('seeks within its asset, and at most to its end', () => {
    const { playback, step } = createTestPlayback();
    step(15);
    expect(playback.seek(0.5)).toBe(0.5);
    step(15);
    expect(playback.getPosition()).toBe(0.75);
    expect(playback.seek(7)).toBe(1);
    expect(playback.hasEnded()).toBe(true);
  });

  it('of length 0 is at its end', () => {
    const { playback } = createTestPlayback({ duration: 0 });
    expect([playback.getPosition(), playback.hasEnded()]).toEqual([0, true]);
  });
});

describe('a loop', () => {
  it('is exactly at its start after a million rounds', () => {
    const { playback, step } = createTestPlayback({ duration: 0.1, loop: true }, 10);
    step(1_000_000);
    expect(playback.getPosition()).toBe(0);
    expect(playback.hasEnded()).toBe(false);
  });

  it.each([
    [0.1, 1, 60, 6],
    [0.3, 1, 60, 18],
    [1.1, 1, 144, 792],
    [0.7, 1.4, 60, 30],
  ])('of %d s at pitch %d and %d steps per second restarts in every round', (duration, pitch, fps, ticks) => {
    const { playback, step } = createTestPlayback({ duration, pitch, loop: true }, fps);
    for (let round = 1; round <= 1000; round++) {
      step(ticks);
      expect(Math.abs(playback.getPosition()), `round ${round}`).toBeLessThan(1e-10);
      expect(playback.getPosition()).toBeGreaterThanOrEqual(0);
    }
  });

  it('is at the position within its round', () => {
    const { playback, step } = createTestPlayback({ duration: 0.5, loop: true });
    step(60_000 + 10);
    expect(playback.getPosition()).toBeCloseTo(1 / 6, 12);
  });

  it('wraps seeks around, and never ends', () => {
    const { playback, step } = createTestPlayback({ duration: 0.5, loop: true });
    expect(playback.seek(1.75)).toBe(0.25);
    step(30);
    expect(playback.getPosition()).toBeCloseTo(0.25, 12);
    expect(playback.hasEnded()).toBe(false);
  });

  it('of length 0 stays at its start', () => {
    const { playback, step } = createTestPlayback({ duration: 0, loop: true });
    step(10);
    expect([playback.getPosition(), playback.hasEnded()]).toEqual([0, false]);
  });
});
