import { describeTexture } from '../rendering/describe/shared-pixels.ts';
import { readSurface } from '../rendering/surface.ts';
import type { Texture } from 'three';
import type { RenderMaterial, RenderTexture } from '#spec/scene-changes.ts';

const surfaceKinds = ['unlit', 'matte', 'shiny', 'physical'] as const;
const surfaceSides = ['front', 'back', 'double'] as const;
const wrapModes = ['repeat', 'clamp', 'mirror'] as const;

/**
 * Serializes a texture of a surface.
 * @param image the id of the texture's pixels
 */
export const serializeTexture = (texture: Texture, image: number): RenderTexture => {
  const { wrapU, wrapV, smooth, flipped, srgb, transform } = describeTexture(texture, image);
  return { image, wrap: [wrapModes[wrapU], wrapModes[wrapV]], smooth, flipped, srgb, transform };
};

/** Serializes a surface from the numbers that `describeSurface` wrote. */
export const serializeSurface = (
  id: number,
  numbers: Float64Array,
  texture?: RenderTexture,
): RenderMaterial => {
  const s = readSurface(numbers, 0);
  return {
    id,
    kind: surfaceKinds[s.kind],
    side: surfaceSides[s.side],
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
