/** Harmless defects in accessor values and their binary layout. Models with these defects still load. */
import { getAccessorOffset, webp } from './testing-glb.ts';
import { getAttributes, type GltfDefects, vertexCount } from './testing-defects.ts';
import { assignAt, changeAccessors, changeBinary, writeFloat } from './testing-corruption-operators.ts';
import type { Corruption } from './testing-corruption-operators.ts';

const scalar = { type: 'SCALAR' } as const;
const createFloats = (count: number): Float32Array => new Float32Array(count);

const withAttribute = (
  name: string,
  accessor: object,
  values: ArrayBufferView,
  view: object = {},
): Corruption =>
  changeAccessors((document, add) => {
    getAttributes(document)[name] = add({ count: vertexCount, ...accessor }, values, view);
  });

/** Creates a change that sets the keyframe times of a rotation in the first clip. */
const withRotationKeys = (
  times: readonly number[],
  { numbers = times.flatMap(() => [0, 0, 0, 1]), cubic = false, view = {}, bounds = true } = {},
): Corruption =>
  changeAccessors(({ animations }, add) => {
    const sampler = animations[0]!.samplers[0]!;
    const { length: count } = times;
    const range = bounds ? { min: [Math.min(...times)], max: [Math.max(...times)] } : {};
    sampler.input = add({ ...scalar, count, ...range }, new Float32Array(times));
    sampler.output = add({ type: 'VEC4', count: numbers.length / 4 }, new Float32Array(numbers), view);
    if (cubic) sampler.interpolation = 'CUBICSPLINE';
  });

const bounds = 'Computed missing bounds';
const normalized = 'Normalized rotation keyframes (/accessors/22)';
const noBounds = { min: undefined, max: undefined };

export const layoutDefects: GltfDefects = {
  ACCESSOR_NORMALIZED_INVALID: {
    'normalized floats': [
      assignAt('/accessors/1', { normalized: true }),
      'Ignored the normalization of numbers that cannot be normalized (/accessors/1)',
    ],
  },
  ACCESSOR_OFFSET_ALIGNMENT: {
    'floats at an odd offset': withAttribute(
      'TEXCOORD_0',
      { type: 'VEC2', byteOffset: 1 },
      new Uint8Array(vertexCount * 8 + 1),
    ),
  },
  ACCESSOR_TOTAL_OFFSET_ALIGNMENT: {
    'a buffer view at an odd offset': changeAccessors((document, add) => {
      const values = new Uint8Array(vertexCount * 8 + 1);
      getAttributes(document).TEXCOORD_0 = add({ type: 'VEC2', count: vertexCount }, values);
      const view = document.bufferViews.at(-1)!;
      Object.assign(view, { byteOffset: view.byteOffset! + 1, byteLength: view.byteLength - 1 });
    }),
  },
  BUFFER_VIEW_TOO_BIG_BYTE_STRIDE: {
    'a stride longer than the buffer view': changeAccessors(({ animations }, add) => {
      const sampler = animations[0]!.samplers[0]!;
      sampler.input = add({ ...scalar, count: 1, min: [0], max: [0] }, createFloats(1), { byteStride: 8 });
      sampler.output = add({ type: 'VEC4', count: 1 }, new Float32Array([0, 0, 0, 1]));
    }),
  },
  BUFFER_VIEW_INVALID_BYTE_STRIDE: {
    'a stride of indices': changeAccessors((document, add) => {
      const accessor = { ...scalar, componentType: 5125, count: 744 };
      const view = { target: 34963, byteStride: 4 };
      const indices = Uint32Array.from({ length: 744 }, (_, index) => index % vertexCount);
      document.meshes[0]!.primitives[0]!.indices = add(accessor, indices, view);
    }),
  },
  MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE: {
    'indices with a stride': changeAccessors((document, add) => {
      const indices = Uint32Array.from({ length: 744 }, (_, index) => index % vertexCount);
      const accessor = { ...scalar, componentType: 5123, count: 744 };
      document.meshes[0]!.primitives[0]!.indices = add(accessor, indices, { byteStride: 4 });
    }),
  },
  ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE: {
    'keyframes with a stride': withRotationKeys([0, 1], { view: { byteStride: 16 } }),
  },
  SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE: {
    'matrices with a stride': assignAt('/bufferViews/3', { byteStride: 64 }),
  },
  IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE: {
    'an image with a stride': assignAt('/bufferViews/0', { byteStride: 4 }),
  },
  MESH_PRIMITIVE_ACCESSOR_UNALIGNED: {
    'three bytes per vertex': withAttribute(
      'COLOR_0',
      { componentType: 5121, normalized: true },
      new Uint8Array(vertexCount * 3),
    ),
  },
  MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE: {
    'two attributes in a buffer view without a stride': changeAccessors((document, add) => {
      const accessor = { type: 'VEC2', count: vertexCount };
      getAttributes(document).TEXCOORD_0 = add(accessor, createFloats(vertexCount * 4));
      getAttributes(document).TEXCOORD_1 =
        document.accessors.push({
          ...{ ...accessor, componentType: 5126, byteOffset: vertexCount * 8 },
          bufferView: document.bufferViews.length - 1,
        }) - 1;
    }),
  },
  BUFFER_VIEW_TARGET_OVERRIDE: {
    'a target on the buffer view of keyframes': assignAt('/bufferViews/4', { target: 34962 }),
  },
  ACCESSOR_USAGE_OVERRIDE: {
    'keyframes that are also used as weights': changeAccessors((document, add) => {
      const values = Float32Array.from({ length: vertexCount * 4 }, (_, index) => (index % 4 === 0 ? 1 : 0));
      const shared = add({ type: 'VEC4', count: vertexCount }, values);
      getAttributes(document).WEIGHTS_0 = shared;
      const times = Float32Array.from({ length: vertexCount }, (_, index) => index);
      document.animations[0]!.samplers[0] = {
        input: add({ ...scalar, count: vertexCount, min: [0], max: [vertexCount - 1] }, times),
        output: shared,
      };
    }),
  },
  ACCESSOR_SPARSE_INDICES_NON_INCREASING: {
    'sparse values in random order': changeAccessors((document, add) => {
      const view = (index: number) => document.accessors[index]!.bufferView!;
      const indices = view(add({ ...scalar, count: 2 }, new Uint16Array([9, 8])));
      const values = view(add({ count: 2 }, new Float32Array([0, 1, 0, 0, 1, 0])));
      Object.assign(document.accessors[2]!, {
        sparse: {
          count: 2,
          indices: { bufferView: indices, componentType: 5123 },
          values: { bufferView: values },
        },
      });
    }),
  },
  MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT: {
    'application-specific large integers': withAttribute(
      '_ID',
      { ...scalar, componentType: 5125 },
      new Uint32Array(vertexCount),
    ),
  },
  ACCESSOR_MATRIX_ALIGNMENT: {
    'application-specific small matrices': withAttribute(
      '_TURN',
      { type: 'MAT2', componentType: 5121, byteOffset: 2 },
      new Uint8Array(vertexCount * 8 + 2),
    ),
  },
  MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT: {
    'joints as large integers': [
      withAttribute(
        'JOINTS_0',
        { type: 'VEC4', componentType: 5125 },
        new Uint32Array(vertexCount * 4).fill(1),
      ),
      'Converted joints to small integers (/accessors/21)',
    ],
    'small integers without a declared extension': withAttribute(
      'NORMAL',
      { componentType: 5120, normalized: true },
      new Int8Array(vertexCount * 4).fill(127),
      {
        byteStride: 4,
      },
    ),
  },
  MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS: {
    'positions without bounds': [assignAt('/accessors/1', noBounds), `${bounds} (/accessors/1)`],
  },
  ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS: {
    'times without bounds': [withRotationKeys([0, 1], { bounds: false }), `${bounds} (/accessors/21)`],
  },
};

const wideBounds = assignAt('/accessors/1', {
  min: [-9, -9, -9],
  max: [9, 9, 9],
});

const narrowBounds = assignAt('/accessors/1', {
  min: [0.1, 0.1, 0.1],
  max: [0.1, 0.1, 0.1],
});

const undeclaredWebp = changeAccessors((document, add) => {
  const bufferView = document.accessors[add({ count: 0 }, webp)]!.bufferView!;
  document.images[0] = { bufferView, mimeType: 'image/webp' };
});

export const valueDefects: GltfDefects = {
  ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS: {
    'a spline with one keyframe': withRotationKeys([1], {
      numbers: [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
      cubic: true,
    }),
  },
  ACCESSOR_ANIMATION_INPUT_NEGATIVE: { 'a time before 0': withRotationKeys([-1, 1]) },
  ACCESSOR_ANIMATION_INPUT_NON_INCREASING: {
    'three keyframes with the same time': [
      withRotationKeys([0, 1, 1, 1, 2]),
      'Separated keyframes with the same time (/accessors/21)',
    ],
  },
  ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION: {
    'long rotations': [withRotationKeys([0, 1], { numbers: [0, 0, 0, 1.01, 0, 0, 0, 1] }), normalized],
    'rotations of length 0 on a spline': [
      withRotationKeys([0, 1], {
        numbers: [9, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 1, 9, 0, 0, 0],
        cubic: true,
      }),
      normalized,
    ],
  },
  ACCESSOR_INVALID_IBM: {
    'an inverse bind matrix with rounding errors': [
      writeFloat(6, 1.000001, 60),
      'Rounded the last row of inverse bind matrices (/accessors/6)',
    ],
  },
  ACCESSOR_MIN_MISMATCH: { 'bounds that are too wide': wideBounds },
  ACCESSOR_MAX_MISMATCH: { 'bounds that are too wide': wideBounds },
  ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND: { 'bounds that are too narrow': narrowBounds },
  ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND: { 'bounds that are too narrow': narrowBounds },
  ACCESSOR_VECTOR3_NON_UNIT: {
    'normals of length 0': withAttribute('NORMAL', {}, createFloats(vertexCount * 3)),
  },
  ACCESSOR_INVALID_SIGN: {
    'a tangent without a sign': withAttribute(
      'TANGENT',
      { type: 'VEC4' },
      Float32Array.from({ length: vertexCount * 4 }, (_, i) => (i % 4 === 0 ? 1 : 0)),
    ),
  },
  ACCESSOR_JOINTS_INDEX_DUPLICATE: {
    'a joint twice': changeBinary((binary, document) => {
      const at = getAccessorOffset(document, 4);
      binary.set([1, 1, 0, 0], at);
      binary.writeFloatLE(0.5, at + 4);
      binary.writeFloatLE(0.5, at + 8);
    }),
  },
  ACCESSOR_NON_CLAMPED: {
    'a color brighter than white': withAttribute('COLOR_0', {}, createFloats(vertexCount * 3).fill(2)),
  },
  ACCESSOR_WEIGHTS_NEGATIVE: { 'a negative weight': writeFloat(5, -1) },
  ACCESSOR_WEIGHTS_NON_NORMALIZED: { 'weights with a sum above 1': writeFloat(5, 3) },
  TEXTURE_INVALID_IMAGE_MIME_TYPE: { 'a WebP image without a declared extension': undeclaredWebp },
  IMAGE_NON_ENABLED_MIME_TYPE: { 'a WebP image without a declared extension': undeclaredWebp },
  IMAGE_MIME_TYPE_INVALID: {
    'an image with the wrong MIME type': assignAt('/images/0', { mimeType: 'image/jpeg' }),
  },
};
