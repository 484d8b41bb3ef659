// biome-ignore-all lint/style/noNonNullAssertion: indexes are within the geometry, its bones and the store
import { objectField, objectStride } from '../render-frame.ts';
import { createFrustum, multiplyMatrices } from './view-frustum.ts';
import { applyMorphTargets } from './apply-morph-targets.ts';
import { attributeOffset, attributeStride } from './vertex-store.ts';
import type { RenderFrame, SharedGeometry } from '../render-frame.ts';
import type { VertexStore } from './vertex-store.ts';

/** The vertices of one object in the vertex store. */
export interface TransformedObject {
  readonly geometry: SharedGeometry;
  readonly firstVertex: number;
  /** Whether the object's matrix mirrors the object, which reverses the winding of its faces. */
  readonly mirrored: boolean;
}

/**
 * Returns the matrix that transforms normals. The matrix consists of the cofactors, which are negated for a mirroring
 * matrix, since normals would otherwise point inwards.
 */
const getNormalMatrix = (m: ArrayLike<number>): { numbers: Float64Array; mirrored: boolean } => {
  const [a, b, c, d, e, f, g, h, i] = [m[0]!, m[4]!, m[8]!, m[1]!, m[5]!, m[9]!, m[2]!, m[6]!, m[10]!];
  const cofactors = [e * i - f * h, f * g - d * i, d * h - e * g];
  const mirrored = a * cofactors[0]! + b * cofactors[1]! + c * cofactors[2]! < 0;
  cofactors.push(c * h - b * i, a * i - c * g, b * g - a * h);
  cofactors.push(b * f - c * e, c * d - a * f, a * e - b * d);
  return { numbers: Float64Array.from(cofactors, (part) => (mirrored ? -part : part)), mirrored };
};

/** Blends a vertex's bone matrices by weight, and ignores missing bones. */
const blendBoneMatrices = (
  { boneIndices, boneWeights }: SharedGeometry,
  bones: Float64Array,
  vertex: number,
  to: Float64Array,
): void => {
  to.fill(0);
  for (let i = vertex * 4; i < vertex * 4 + 4; i += 1) {
    const weight = boneWeights![i]!;
    const from = boneIndices![i]! * 16;
    if (weight === 0 || from >= bones.length) continue;
    for (let j = 0; j < 16; j += 1) to[j]! += weight * bones[from + j]!;
  }
};

/** Creates a transformer, which transforms the vertices of objects to world space and to the screen. */
export const createVertexTransformer = (frame: RenderFrame, store: VertexStore) => {
  const { view, objects } = frame;
  const toClip = multiplyMatrices(view.projection, view.fromWorld);
  const isInView = createFrustum(toClip);
  const mixedMatrix = new Float64Array(16);

  const getBones = (at: number, { boneIndices, boneWeights }: SharedGeometry): Float64Array | undefined => {
    const first = objects[at + objectField.bones]!;
    if (first < 0 || !boneIndices || !boneWeights) return undefined;
    return frame.bones.subarray(first * 16, (first + objects[at + objectField.boneCount]!) * 16);
  };

  const getMorphWeights = (at: number): Float64Array => {
    const first = objects[at + objectField.morphs]!;
    return frame.morphWeights.subarray(first, first + objects[at + objectField.morphCount]!);
  };

  /** Writes all vertex attributes except the positions and normals. */
  const writeAttributes = ({ count, uvs, colors }: SharedGeometry): void => {
    const { attributes } = store;
    for (let i = 0, to = store.count * attributeStride; i < count; i += 1, to += attributeStride) {
      attributes[to + attributeOffset.uv] = uvs ? uvs[i * 2]! : 0;
      attributes[to + attributeOffset.uv + 1] = uvs ? uvs[i * 2 + 1]! : 0;
      for (let j = 0; j < 4; j += 1)
        attributes[to + attributeOffset.color + j] = colors ? colors[i * 4 + j]! : 1;
    }
  };

  const transformNormals = (
    normals: Float32Array,
    normalMatrix: Float64Array,
    from: number,
    to: number,
  ): void => {
    const { attributes } = store;
    for (
      let i = from, at = (store.count + from) * attributeStride + attributeOffset.normal;
      i < to;
      i += 1, at += attributeStride
    ) {
      const nx = normals[i * 3]!;
      const ny = normals[i * 3 + 1]!;
      const nz = normals[i * 3 + 2]!;
      const x = normalMatrix[0]! * nx + normalMatrix[1]! * ny + normalMatrix[2]! * nz;
      const y = normalMatrix[3]! * nx + normalMatrix[4]! * ny + normalMatrix[5]! * nz;
      const z = normalMatrix[6]! * nx + normalMatrix[7]! * ny + normalMatrix[8]! * nz;
      const length = Math.sqrt(x * x + y * y + z * z) || 1;
      attributes[at] = x / length;
      attributes[at + 1] = y / length;
      attributes[at + 2] = z / length;
    }
  };

  const placeVertices = (positions: Float32Array, m: ArrayLike<number>, from: number, to: number): void => {
    const { attributes, count } = store;
    const c = toClip;
    for (let i = from; i < to; i += 1) {
      const px = positions[i * 3]!;
      const py = positions[i * 3 + 1]!;
      const pz = positions[i * 3 + 2]!;
      const x = m[0]! * px + m[4]! * py + m[8]! * pz + m[12]!;
      const y = m[1]! * px + m[5]! * py + m[9]! * pz + m[13]!;
      const z = m[2]! * px + m[6]! * py + m[10]! * pz + m[14]!;
      const at = (count + i) * attributeStride + attributeOffset.world;
      attributes[at] = x;
      attributes[at + 1] = y;
      attributes[at + 2] = z;
      const clipX = c[0]! * x + c[4]! * y + c[8]! * z + c[12]!;
      const clipY = c[1]! * x + c[5]! * y + c[9]! * z + c[13]!;
      const clipZ = c[2]! * x + c[6]! * y + c[10]! * z + c[14]!;
      const clipW = c[3]! * x + c[7]! * y + c[11]! * z + c[15]!;
      store.project(count + i, clipX, clipY, clipZ, clipW);
    }
  };

  return {
    /**
     * Transforms an object.
     * @returns `undefined` for an object outside of the view
     */
    transform(object: number): TransformedObject | undefined {
      const at = object * objectStride;
      const geometry = frame.geometries[objects[at + objectField.geometry]!]!;
      const { count } = geometry;
      const matrix = objects.subarray(at, at + 16);
      const bones = getBones(at, geometry);
      const weights = getMorphWeights(at);
      const isRigid = !bones && weights.length === 0;
      if (isRigid && !isInView(matrix, geometry.center, geometry.radius)) return undefined;

      store.reserve(count);
      const { positions, normals } = applyMorphTargets(geometry, weights);
      writeAttributes(geometry);
      const { numbers: normalMatrix, mirrored } = getNormalMatrix(matrix);
      if (bones) {
        for (let i = 0; i < count; i += 1) {
          blendBoneMatrices(geometry, bones, i, mixedMatrix);
          placeVertices(positions, mixedMatrix, i, i + 1);
          if (normals) transformNormals(normals, getNormalMatrix(mixedMatrix).numbers, i, i + 1);
        }
      } else {
        placeVertices(positions, matrix, 0, count);
        if (normals) transformNormals(normals, normalMatrix, 0, count);
      }
      const firstVertex = store.count;
      store.count += count;
      return { geometry, firstVertex, mirrored };
    },
  };
};
