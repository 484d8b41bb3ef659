/** Whether what is shown is what it was before. */
import type { Material } from 'three';
import type { RenderTexture } from '#spec/scene-changes.ts';

/** What a surface looks like, by `surfaceField`. */
export interface SurfaceSnapshot {
  /** The look at which it was described. */
  readonly scan: number;
  readonly numbers: Float64Array;
  readonly texture: RenderTexture | undefined;
  /** Of its material; undefined for one with an image, which may change beside it. */
  readonly version: number | undefined;
}

/** Whether nobody has touched a material since: to look at it would cost most of a look at a scene that moves. */
export const isMaterialUnchanged = ({ version }: SurfaceSnapshot, material: Material): boolean =>
  version === material.version;

export const isSameSurface = (before: SurfaceSnapshot, now: SurfaceSnapshot): boolean =>
  areEqual(before.numbers, now.numbers) && isSameTexture(before.texture, now.texture);

/** Whether arrays of one length hold the same numbers. */
const areEqual = (before: Float64Array, now: Float64Array): boolean => {
  for (let i = 0; i < before.length; i += 1) if (before[i] !== now[i]) return false;
  return true;
};

const isSameTexture = (before: RenderTexture | undefined, now: RenderTexture | undefined): boolean =>
  before === now || JSON.stringify(before) === JSON.stringify(now);
