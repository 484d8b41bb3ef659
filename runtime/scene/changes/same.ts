/** Whether what is shown is what it was before. */
import type { Material } from 'three';
import type { ShownTexture } from '#spec/scene-changes.ts';

/** What a surface looks like, by `surfaceField`. */
export interface Painted {
  /** The look at which it was described. */
  readonly look: number;
  readonly numbers: Float64Array;
  readonly texture: ShownTexture | undefined;
  /** Of its material; undefined for one with an image, which may change beside it. */
  readonly version: number | undefined;
}

/** Whether nobody has touched a material since: to look at it would cost most of a look at a scene that moves. */
export const isUntouched = ({ version }: Painted, material: Material): boolean =>
  version === material.version;

export const isSamePaint = (before: Painted, now: Painted): boolean =>
  areSame(before.numbers, now.numbers) && isSameTexture(before.texture, now.texture);

/** Whether arrays of one length hold the same numbers. */
const areSame = (before: Float64Array, now: Float64Array): boolean => {
  for (let i = 0; i < before.length; i += 1) if (before[i] !== now[i]) return false;
  return true;
};

const isSameTexture = (before: ShownTexture | undefined, now: ShownTexture | undefined): boolean =>
  before === now || JSON.stringify(before) === JSON.stringify(now);
