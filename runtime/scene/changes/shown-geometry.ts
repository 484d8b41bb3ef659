import type { ShownGeometry } from '#spec/scene-changes.ts';
import type { GeometryPiece } from '../pictures/frame.ts';
import type { SpanWriter } from './span-writer.ts';

/** The vertices of a geometry, written behind the head. */
export const shownGeometry = (id: number, piece: GeometryPiece, { add }: SpanWriter): ShownGeometry => {
  const { positions, normals, uvs, colors, index, boneIndices, boneWeights, morphs } = piece;
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
