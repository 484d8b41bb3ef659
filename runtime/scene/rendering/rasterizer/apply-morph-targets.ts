// biome-ignore-all lint/style/noNonNullAssertion: morph targets are as long as the arrays they change
import type { SharedGeometry } from '../render-frame.ts';

/** Adds weighted morph targets to an array of base values. */
const mixTargets = (
  base: Float32Array,
  targets: Float32Array,
  weights: Float64Array,
  relative: boolean,
): Float32Array => {
  const result = Float32Array.from(base);
  const targetCount = Math.min(weights.length, targets.length / base.length);
  if (!relative) {
    let baseWeight = 1;
    for (let target = 0; target < targetCount; target += 1) baseWeight -= weights[target]!;
    for (let i = 0; i < result.length; i += 1) result[i] = base[i]! * baseWeight;
  }
  for (let target = 0; target < targetCount; target += 1) {
    const weight = weights[target]!;
    const from = target * base.length;
    if (weight !== 0) for (let i = 0; i < result.length; i += 1) result[i]! += weight * targets[from + i]!;
  }
  return result;
};

/** Applies morph targets to a geometry's positions and normals. */
export const applyMorphTargets = (
  { positions, normals, morphs }: SharedGeometry,
  weights: Float64Array,
): Pick<SharedGeometry, 'positions' | 'normals'> => {
  if (!morphs || weights.length === 0 || positions.length === 0) return { positions, normals };
  return {
    positions: mixTargets(positions, morphs.positions, weights, morphs.relative),
    normals:
      normals && morphs.normals ? mixTargets(normals, morphs.normals, weights, morphs.relative) : normals,
  };
};
