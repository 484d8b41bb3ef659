/** Snapshots of the appearance of surfaces, for detecting changes. */
import type { Material } from 'three';
import type { RenderTexture } from '#spec/scene-changes.ts';

/** The appearance of a surface, with numbers in the order of `surfaceField`. */
export interface SurfaceSnapshot {
  /** The scan in which the surface was described. */
  readonly scan: number;
  readonly numbers: Float64Array;
  readonly texture: RenderTexture | undefined;
  /**
   * The version of the surface's material; `undefined` for a material with an image, since the image can change
   * independently.
   */
  readonly version: number | undefined;
}

/**
 * Whether a material is unchanged since the snapshot. This check avoids describing materials, which would take most of
 * the time for scanning a moving scene.
 */
export const isMaterialUnchanged = ({ version }: SurfaceSnapshot, material: Material): boolean =>
  version === material.version;

export const isSameSurface = (before: SurfaceSnapshot, now: SurfaceSnapshot): boolean =>
  areEqual(before.numbers, now.numbers) && isSameTexture(before.texture, now.texture);

/** Whether two arrays of the same length are equal. */
const areEqual = (before: Float64Array, now: Float64Array): boolean => {
  for (let i = 0; i < before.length; i += 1) if (before[i] !== now[i]) return false;
  return true;
};

const isSameTexture = (before: RenderTexture | undefined, now: RenderTexture | undefined): boolean =>
  before === now || JSON.stringify(before) === JSON.stringify(now);
