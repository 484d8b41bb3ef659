import { describeTexture } from '../pictures/describe/shared-pixels.ts';
import { readSurface } from '../pictures/surface.ts';
import type { Texture } from 'three';
import type { ShownSurface, ShownTexture } from '#spec/scene-changes.ts';

const kinds = ['unlit', 'matte', 'shiny', 'physical'] as const;
const sides = ['front', 'back', 'double'] as const;
const wraps = ['repeat', 'clamp', 'mirror'] as const;

/** A texture as it lies on surfaces. @param image number of its pixels */
export const shownTexture = (texture: Texture, image: number): ShownTexture => {
  const { wrapU, wrapV, smooth, flipped, srgb, transform } = describeTexture(texture, image);
  return { image, wrap: [wraps[wrapU], wraps[wrapV]], smooth, flipped, srgb, transform };
};

/** The surface that `describeSurface` wrote, in words. */
export const shownSurface = (id: number, numbers: Float64Array, texture?: ShownTexture): ShownSurface => {
  const s = readSurface(numbers, 0);
  return {
    id,
    kind: kinds[s.kind],
    side: sides[s.side],
    color: [s.red, s.green, s.blue],
    opacity: s.opacity,
    transparent: s.transparent,
    additive: s.additive,
    alphaTest: s.alphaTest,
    depthTest: s.depthTest,
    depthWrite: s.depthWrite,
    emissive: [s.emissiveRed, s.emissiveGreen, s.emissiveBlue],
    specular: [s.specularRed, s.specularGreen, s.specularBlue],
    shininess: s.shininess,
    roughness: s.roughness,
    metalness: s.metalness,
    flat: s.flat,
    vertexColors: s.vertexColors,
    fog: s.fog,
    pointSize: s.pointSize,
    pointShrinks: s.pointShrinks,
    ...(texture && { texture }),
  };
};
