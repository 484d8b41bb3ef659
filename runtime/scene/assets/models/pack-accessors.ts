/** Packs the values of each used accessor tightly into its own buffer view. */
import { AssetFileError } from '../asset-file-error.ts';
import { floatType, getLayout, toTypedArray, unsignedIntType, unsignedShortType } from './accessor-layout.ts';
import { findObject, getNaturalNumber, getObjectAt, getObjects, isNaturalNumber } from './json-entries.ts';
import { computeValueBounds, jointUse, listAccessorReferences, toSmallJoints } from './accessor-repairs.ts';
import type { RepairLog } from './repair-log.ts';
import type { Layout, Numbers } from './accessor-layout.ts';
import type { JsonObject } from './json-entries.ts';
import type { AccessorUse } from './accessor-repairs.ts';

/** Values in a buffer view, at a constant distance from one another. */
interface PackedValues {
  readonly view: Uint8Array;
  readonly offset: number;
  readonly stride: number;
}

/** Copies values to a buffer that may have another stride. */
const copyValues = (from: PackedValues, { count, size }: Layout, target: Uint8Array, stride = size): void => {
  if (count === 0) return;
  const start = from.view.byteOffset + from.offset;
  if (from.stride === size && stride === size) {
    target.set(from.view.subarray(from.offset, from.offset + count * size));
  } else if ([start, from.stride, stride, size].every((bytes) => bytes % 4 === 0)) {
    const source = new Uint32Array(from.view.buffer, start, (count - 1) * (from.stride / 4) + size / 4);
    const words = new Uint32Array(target.buffer);
    copyStrided(source, from.stride / 4, words, stride / 4, size / 4);
  } else {
    copyStrided(from.view.subarray(from.offset), from.stride, target, stride, size);
  }
};

/** Copies values between arrays with different strides, until the target is full. */
const copyStrided = <List extends Uint8Array | Uint32Array>(
  source: List,
  sourceStride: number,
  target: List,
  targetStride: number,
  size: number,
): void => {
  for (let from = 0, to = 0; to < target.length; from += sourceStride, to += targetStride) {
    for (let n = 0; n < size; n += 1) target[to + n] = source[from + n] ?? 0;
  }
};

interface BufferViews {
  readonly entries: readonly JsonObject[];
  readonly bytes: readonly Uint8Array[];
}

const locateValues = (
  { entries, bytes }: BufferViews,
  owner: JsonObject,
  { count, size }: Layout,
  label: string,
): PackedValues => {
  const index = getNaturalNumber(owner, 'bufferView');
  const view = bytes[index];
  if (view === undefined)
    throw new AssetFileError('DAMAGED', `${label} refers to buffer view ${index}, which is missing`);
  const offset = getNaturalNumber(owner, 'byteOffset', 0);
  const stride = getNaturalNumber(entries[index] ?? {}, 'byteStride', 0) || size;
  if (stride < size) {
    throw new AssetFileError(
      'DAMAGED',
      `${label} has values of ${size} bytes with a stride of only ${stride} bytes`,
    );
  }
  if (count > 0 && offset + (count - 1) * stride + size > view.length) {
    throw new AssetFileError('DAMAGED', `${label} reaches past the end of buffer view ${index}`);
  }
  return { view, offset, stride };
};

/** Returns an accessor's values without gaps between them. */
const copyTight = (
  views: BufferViews,
  owner: JsonObject,
  layout: Layout,
  label: string,
): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(layout.count * layout.size);
  copyValues(locateValues(views, owner, layout, label), layout, bytes);
  return bytes;
};

/** Applies the replacement values of a sparse accessor. */
const applySparse = (
  views: BufferViews,
  sparse: JsonObject,
  layout: Layout,
  label: string,
  target: Uint8Array,
): void => {
  const count = getNaturalNumber(sparse, 'count');
  if (count > layout.count) {
    throw new AssetFileError('DAMAGED', `${label} replaces ${count} of ${layout.count} values`);
  }
  const indices = findObject(sparse, 'indices') ?? {};
  const indexLayout = getLayout({ ...indices, count, type: 'SCALAR' }, label);
  const indexes = toTypedArray(copyTight(views, indices, indexLayout, label), indexLayout);
  const values = copyTight(views, findObject(sparse, 'values') ?? {}, { ...layout, count }, label);
  for (const [index, at] of indexes.entries()) {
    if (!(Number.isInteger(at) && at >= 0 && at < layout.count)) {
      throw new AssetFileError('DAMAGED', `${label} replaces value ${at} of ${layout.count}`);
    }
    target.set(values.subarray(index * layout.size, (index + 1) * layout.size), at * layout.size);
  }
};

/**
 * Returns the values of an accessor, tightly packed; `undefined` when the file contains no bytes for the values, which
 * are then all zero.
 */
const readAccessorValues = (
  views: BufferViews,
  accessor: JsonObject,
  layout: Layout,
  label: string,
): Uint8Array<ArrayBuffer> | undefined => {
  const sparse = findObject(accessor, 'sparse');
  if (accessor.bufferView === undefined && !sparse) return undefined;
  const bytes =
    accessor.bufferView === undefined
      ? new Uint8Array(layout.count * layout.size)
      : copyTight(views, accessor, layout, label);
  if (sparse) applySparse(views, sparse, layout, label, bytes);
  return bytes;
};

/** Pads each value to a multiple of 4 bytes, as vertex attributes require. */
const addPadding = (bytes: Uint8Array, layout: Layout, stride: number): Uint8Array => {
  const target = new Uint8Array(layout.count * stride);
  copyValues({ view: bytes, offset: 0, stride: layout.size }, layout, target, stride);
  return target;
};

const hasBounds = ({ min, max }: JsonObject, { components }: Layout): boolean =>
  [min, max].every((bound) => Array.isArray(bound) && bound.length === components);

/**
 * Appends bytes to the buffer.
 * @returns the index of the new buffer view
 */
type AddView = (bytes: Uint8Array, byteStride?: number) => number;

/**
 * Repacks the accessors that meshes, skins and animations use, and removes all other accessors. Aligns the values,
 * resolves sparse accessors, repairs harmless defects, and computes the bounds.
 * @param decoded the decompressed values, keyed by accessor index
 * @throws AssetFileError for an accessor whose values are missing
 */
export const packAccessors = (
  document: JsonObject,
  views: BufferViews,
  decoded: ReadonlyMap<number, Uint8Array<ArrayBuffer>>,
  addView: AddView,
  repairs: RepairLog,
): void => {
  const all = getObjects(document, 'accessors');
  const uses = new Map<number, Set<AccessorUse>>();
  const references = [...listAccessorReferences(document)];
  for (const { owner, key, use } of references) {
    const index = owner[key];
    getObjectAt(all, index, 'accessor');
    if (!isNaturalNumber(index)) continue;
    const accessorUses = uses.get(index) ?? new Set();
    uses.set(index, accessorUses.add(use));
  }

  const packed: JsonObject[] = [];
  const newIndexes = new Map<number, number>();
  for (const [index, used] of uses) {
    const accessor = getObjectAt(all, index, 'accessor');
    newIndexes.set(index, packed.length);
    packed.push(
      packAccessor({ index, accessor, uses: [...used] }, views, decoded.get(index), addView, repairs),
    );
  }
  for (const { owner, key } of references) owner[key] = newIndexes.get(Number(owner[key]));
  if (packed.length > 0) document.accessors = packed;
  else delete document.accessors;
};

interface UsedAccessor {
  readonly index: number;
  readonly accessor: JsonObject;
  readonly uses: readonly AccessorUse[];
}

const packAccessor = (
  { index, accessor, uses }: UsedAccessor,
  views: BufferViews,
  decoded: Uint8Array<ArrayBuffer> | undefined,
  addView: AddView,
  repairs: RepairLog,
): JsonObject => {
  const label = `accessor ${index}`;
  const pointer = `/accessors/${index}`;
  const layout = getLayout(accessor, label);
  const bytes = decoded ?? readAccessorValues(views, accessor, layout, label);
  const numbers = bytes && toTypedArray(bytes, layout);
  const joints = numbers && uses.includes(jointUse) ? toSmallJoints(numbers, layout, accessor) : undefined;
  if (joints) {
    repairs.note('Converted joints to small integers', pointer);
    const small = { type: 'VEC4', componentType: unsignedShortType, count: layout.count };
    return { ...small, ...addBufferView(joints, getLayout(small, label), uses, addView) };
  }
  if (numbers) {
    for (const { repair } of uses) {
      if (repair?.change(numbers, layout, accessor)) repairs.note(repair.description, pointer);
    }
  }
  const { type, componentType, count } = accessor;
  return {
    ...{ type, componentType, count },
    ...getNormalizedFields(accessor, pointer, repairs),
    ...getBoundFields({ index, accessor, uses }, numbers, layout, repairs),
    ...(bytes && addBufferView(bytes, layout, uses, addView)),
  };
};

/** Returns the field that marks an accessor as normalized. Only 8-bit and 16-bit integers can be normalized. */
const getNormalizedFields = (
  { normalized, componentType }: JsonObject,
  pointer: string,
  repairs: RepairLog,
): { readonly normalized?: true } => {
  if (normalized !== true) return {};
  if (componentType !== floatType && componentType !== unsignedIntType) return { normalized };
  repairs.note('Ignored the normalization of numbers that cannot be normalized', pointer);
  return {};
};

const getBoundFields = (
  { index, accessor, uses }: UsedAccessor,
  numbers: Numbers | undefined,
  layout: Layout,
  repairs: RepairLog,
): { readonly min?: number[]; readonly max?: number[] } => {
  if (!uses.some(({ needsBounds }) => needsBounds)) return {};
  if (!hasBounds(accessor, layout)) repairs.note('Computed missing bounds', `/accessors/${index}`);
  if (numbers) return computeValueBounds(numbers, layout);
  const zeros = Array.from({ length: layout.components }, () => 0);
  return { min: zeros, max: zeros };
};

const addBufferView = (
  bytes: Uint8Array,
  layout: Layout,
  used: readonly AccessorUse[],
  addView: AddView,
): { readonly bufferView: number } => {
  const stride = Math.ceil(layout.size / 4) * 4;
  const hasGaps = stride !== layout.size && used.some(({ isAttribute }) => isAttribute);
  return {
    bufferView: hasGaps ? addView(addPadding(bytes, layout, stride), stride) : addView(bytes),
  };
};
