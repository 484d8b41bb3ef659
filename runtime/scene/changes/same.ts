/** Whether what is shown is what it was before. */
import type { ShownTexture } from '#spec/scene-changes.ts';

/** What a surface looks like, by `surfaceField`. */
export interface Painted {
  readonly numbers: Float64Array;
  readonly texture: ShownTexture | undefined;
}

export const isSamePaint = (before: Painted, now: Painted): boolean =>
  areSame(before.numbers, now.numbers) && isSameTexture(before.texture, now.texture);

/** Whether arrays of one length hold the same numbers. */
const areSame = (before: Float64Array, now: Float64Array): boolean => {
  for (let i = 0; i < before.length; i += 1) if (before[i] !== now[i]) return false;
  return true;
};

/** What is kept of numbers that are written over in the next look. */
export const copyPaint = ({ numbers, texture }: Painted): Painted => ({ numbers: numbers.slice(), texture });

const isSameTexture = (before: ShownTexture | undefined, now: ShownTexture | undefined): boolean =>
  before === now || JSON.stringify(before) === JSON.stringify(now);
