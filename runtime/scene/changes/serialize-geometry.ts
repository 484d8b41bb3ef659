import type { RenderGeometry } from '#spec/scene-changes.ts';
import type { SharedGeometry } from '../rendering/render-frame.ts';
import type { SpanWriter } from './span-writer.ts';

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
