/** Serializes what a scene draws. */
import { PerspectiveCamera, type Texture } from 'three';
import { describeTexture } from '../rendering/describe/shared-resources.ts';
import { type Light, lightKind, type SharedGeometry } from '../../kernels/rasterizer/render-frame.ts';
import { readSurface } from '../../kernels/rasterizer/surface.ts';
import type {
  RenderCamera,
  RenderGeometry,
  RenderLight,
  RenderMaterial,
  RenderTexture,
} from '#spec/scene-changes.ts';
import type { SceneCamera } from '../cameras/camera-view.ts';
import type { SpanWriter } from './span-writer.ts';

/**
 * Serializes a camera.
 * @param object the tag of the camera's scene object
 */
export const serializeCamera = (object: string, camera: SceneCamera): RenderCamera => {
  const { near, far } = camera;
  const common = { object, matrix: camera.matrixWorld.toArray(), near, far };
  return camera instanceof PerspectiveCamera
    ? { ...common, kind: 'perspective', fieldOfView: camera.getEffectiveFOV() }
    : { ...common, kind: 'orthographic', height: (camera.top - camera.bottom) / camera.zoom };
};

/** Serializes a light with its own color and intensity, which rendering uses. */
export const serializeLight = (light: Light, castsShadow = false): RenderLight => {
  const { color, ground, direction, position, range, decay, coneCos, penumbraCos } = light;
  const shadow = castsShadow && { castsShadow };
  switch (light.kind) {
    case lightKind.ambient:
      return { kind: 'ambient', color };
    case lightKind.hemisphere:
      return { kind: 'hemisphere', color, ground, direction };
    case lightKind.directional:
      return { kind: 'directional', color, direction, ...shadow };
    case lightKind.point:
      return { kind: 'point', color, position, range, decay };
    case lightKind.spot: {
      const angle = Math.acos(coneCos);
      const penumbra = angle === 0 ? 0 : 1 - Math.acos(penumbraCos) / angle;
      return { kind: 'spot', color, position, direction, range, decay, angle, penumbra, ...shadow };
    }
  }
};

/** Serializes a geometry. The numbers of its vertices are written after the head. */
export const serializeGeometry = (
  id: number,
  geometry: SharedGeometry,
  { add }: SpanWriter,
): RenderGeometry => {
  const { positions, normals, uvs, colors, index, boneIndices, boneWeights, morphs } = geometry;
  return {
    id,
    positions: add(positions),
    ...(normals && { normals: add(normals) }),
    ...(uvs && { uvs: add(uvs) }),
    ...(colors && { colors: add(colors) }),
    ...(index && { index: add(index) }),
    ...(boneIndices && { bones: add(boneIndices) }),
    ...(boneWeights && { weights: add(boneWeights) }),
    ...(morphs && {
      morphs: {
        targets: morphs.targets,
        relative: morphs.relative,
        positions: add(morphs.positions),
        ...(morphs.normals && { normals: add(morphs.normals) }),
      },
    }),
  };
};

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
