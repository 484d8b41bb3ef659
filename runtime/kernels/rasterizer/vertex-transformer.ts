import { objectField, objectStride, type RenderFrame, type SharedGeometry } from './render-frame.ts';
import { attributeOffset, attributeStride, type VertexStore } from './triangle-buffers.ts';

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
  const [a, b, c, d, e, f, g, h, i] = [m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]];
  const cofactors = [e * i - f * h, f * g - d * i, d * h - e * g];
  const mirrored = a * cofactors[0] + b * cofactors[1] + c * cofactors[2] < 0;
  cofactors.push(c * h - b * i, a * i - c * g, b * g - a * h);
  cofactors.push(b * f - c * e, c * d - a * f, a * e - b * d);
  return { numbers: Float64Array.from(cofactors, (part) => (mirrored ? -part : part)), mirrored };
};

/** The bones of an object, and the indices and weights of four bones per vertex. */
interface Bones {
  readonly matrices: Float64Array;
  readonly indices: Uint16Array;
  readonly weights: Float32Array;
}

/** Blends a vertex's bone matrices by weight, and ignores missing bones. */
const blendBoneMatrices = ({ matrices, indices, weights }: Bones, vertex: number, to: Float64Array): void => {
  to.fill(0);
  for (let i = vertex * 4; i < vertex * 4 + 4; i += 1) {
    const weight = weights[i];
    const from = indices[i] * 16;
    if (weight === 0 || from >= matrices.length) continue;
    for (let j = 0; j < 16; j += 1) to[j] += weight * matrices[from + j];
  }
};

/** Creates a transformer, which transforms the vertices of objects to world space and to the screen. */
export const createVertexTransformer = (frame: RenderFrame, store: VertexStore) => {
  const { view, objects } = frame;
  const toClip = multiplyMatrices(view.projection, view.fromWorld);
  const isInView = createFrustum(toClip);
  const mixedMatrix = new Float64Array(16);

  const findBones = (
    at: number,
    { boneIndices: indices, boneWeights: weights }: SharedGeometry,
  ): Bones | undefined => {
    const first = objects[at + objectField.bones];
    if (first < 0 || !indices || !weights) return undefined;
    const end = first + objects[at + objectField.boneCount];
    return { matrices: frame.bones.subarray(first * 16, end * 16), indices, weights };
  };

  const getMorphWeights = (at: number): Float64Array => {
    const first = objects[at + objectField.morphs];
    return frame.morphWeights.subarray(first, first + objects[at + objectField.morphCount]);
  };

  /** Writes all vertex attributes except the positions and normals. */
  const writeAttributes = ({ count, uvs, colors }: SharedGeometry): void => {
    const { attributes } = store;
    for (let i = 0, to = store.count * attributeStride; i < count; i += 1, to += attributeStride) {
      attributes[to + attributeOffset.uv] = uvs ? uvs[i * 2] : 0;
      attributes[to + attributeOffset.uv + 1] = uvs ? uvs[i * 2 + 1] : 0;
      for (let j = 0; j < 4; j += 1)
        attributes[to + attributeOffset.color + j] = colors ? colors[i * 4 + j] : 1;
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
      const nx = normals[i * 3];
      const ny = normals[i * 3 + 1];
      const nz = normals[i * 3 + 2];
      const x = normalMatrix[0] * nx + normalMatrix[1] * ny + normalMatrix[2] * nz;
      const y = normalMatrix[3] * nx + normalMatrix[4] * ny + normalMatrix[5] * nz;
      const z = normalMatrix[6] * nx + normalMatrix[7] * ny + normalMatrix[8] * nz;
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
      const px = positions[i * 3];
      const py = positions[i * 3 + 1];
      const pz = positions[i * 3 + 2];
      const x = m[0] * px + m[4] * py + m[8] * pz + m[12];
      const y = m[1] * px + m[5] * py + m[9] * pz + m[13];
      const z = m[2] * px + m[6] * py + m[10] * pz + m[14];
      const at = (count + i) * attributeStride + attributeOffset.world;
      attributes[at] = x;
      attributes[at + 1] = y;
      attributes[at + 2] = z;
      const clipX = c[0] * x + c[4] * y + c[8] * z + c[12];
      const clipY = c[1] * x + c[5] * y + c[9] * z + c[13];
      const clipZ = c[2] * x + c[6] * y + c[10] * z + c[14];
      const clipW = c[3] * x + c[7] * y + c[11] * z + c[15];
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
      const geometry = frame.geometries[objects[at + objectField.geometry]];
      const { count } = geometry;
      const matrix = objects.subarray(at, at + 16);
      const bones = findBones(at, geometry);
      const weights = getMorphWeights(at);
      const isRigid = !bones && weights.length === 0;
      if (isRigid && !isInView(matrix, geometry.center, geometry.radius)) return undefined;

      store.reserve(count);
      const { positions, normals } = applyMorphTargets(geometry, weights);
      writeAttributes(geometry);
      const { numbers: normalMatrix, mirrored } = getNormalMatrix(matrix);
      if (bones) {
        for (let i = 0; i < count; i += 1) {
          blendBoneMatrices(bones, i, mixedMatrix);
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

/** Returns a × b. Matrices are in column-major order. */
const multiplyMatrices = (a: ArrayLike<number>, b: ArrayLike<number>): Float64Array => {
  const product = new Float64Array(16);
  for (let column = 0; column < 4; column += 1) {
    for (let row = 0; row < 4; row += 1) {
      let sum = 0;
      for (let i = 0; i < 4; i += 1) sum += a[i * 4 + row] * b[column * 4 + i];
      product[column * 4 + row] = sum;
    }
  }
  return product;
};

/** Returns the six planes of the view frustum, each with an inward unit normal and its distance from the origin. */
const getFrustumPlanes = (toClip: Float64Array): Float64Array[] => {
  const planes: Float64Array[] = [];
  for (let row = 0; row < 3; row += 1) {
    for (const sign of [1, -1]) {
      const plane = new Float64Array(4);
      for (let i = 0; i < 4; i += 1) plane[i] = toClip[i * 4 + 3] + sign * toClip[i * 4 + row];
      const length = Math.hypot(plane[0], plane[1], plane[2]);
      planes.push(plane.map((part) => part / length));
    }
  }
  return planes;
};

/**
 * Creates a function that tests whether a bounding sphere may be in view after a matrix has moved it to world space.
 */
const createFrustum = (toClip: Float64Array) => {
  const planes = getFrustumPlanes(toClip);
  return (
    matrix: ArrayLike<number>,
    [x, y, z]: readonly [number, number, number],
    radius: number,
  ): boolean => {
    const at = (row: number): number =>
      matrix[row] * x + matrix[4 + row] * y + matrix[8 + row] * z + matrix[12 + row];
    const [worldX, worldY, worldZ] = [at(0), at(1), at(2)];
    const getSquaredScale = (i: number): number => matrix[i] ** 2 + matrix[i + 1] ** 2 + matrix[i + 2] ** 2;
    // With shear, a sphere may be stretched by more than the length of any single column, but never by more than that
    // of all columns together.
    const worldRadius = radius * Math.sqrt(getSquaredScale(0) + getSquaredScale(4) + getSquaredScale(8));
    return planes.every(
      (plane) => !(plane[0] * worldX + plane[1] * worldY + plane[2] * worldZ + plane[3] < -worldRadius),
    );
  };
};

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
    for (let target = 0; target < targetCount; target += 1) baseWeight -= weights[target];
    for (let i = 0; i < result.length; i += 1) result[i] = base[i] * baseWeight;
  }
  for (let target = 0; target < targetCount; target += 1) {
    const weight = weights[target];
    const from = target * base.length;
    if (weight !== 0) for (let i = 0; i < result.length; i += 1) result[i] += weight * targets[from + i];
  }
  return result;
};

/** Applies morph targets to a geometry's positions and normals. */
const applyMorphTargets = (
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
