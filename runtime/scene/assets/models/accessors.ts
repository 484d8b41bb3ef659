/** Packs the values of accessors that something refers to, each by itself and without gaps. */
import { Refusal } from '../refusal.ts';
import { floatType, layoutOf, numbersIn, uintType, ushortType } from './accessor-layout.ts';
import { jointAttribute, referencesIn } from './accessor-uses.ts';
import { entriesIn, entryAt, entryIn, isNatural, naturalIn } from './entries.ts';
import { boundsOf, smallJoints } from './repair-values.ts';
import type { Layout, Numbers } from './accessor-layout.ts';
import type { Use } from './accessor-uses.ts';
import type { Entry } from './entries.ts';
import type { Repairs } from './repairs.ts';

/** Values that lie in a buffer view, each from a multiple of its stride on. */
interface Packed {
  readonly view: Uint8Array;
  readonly offset: number;
  readonly stride: number;
}

/** Copies values to a list of bytes in which they have another stride. */
const copyValues = (from: Packed, { count, size }: Layout, target: Uint8Array, stride = size): void => {
  if (count === 0) return;
  const start = from.view.byteOffset + from.offset;
  if (from.stride === size && stride === size) {
    target.set(from.view.subarray(from.offset, from.offset + count * size));
  } else if ([start, from.stride, stride, size].every((bytes) => bytes % 4 === 0)) {
    const source = new Uint32Array(from.view.buffer, start, (count - 1) * (from.stride / 4) + size / 4);
    const words = new Uint32Array(target.buffer);
    copyEach(source, from.stride / 4, words, stride / 4, size / 4);
  } else {
    copyEach(from.view.subarray(from.offset), from.stride, target, stride, size);
  }
};

/** As many values as the target has places for. */
const copyEach = <List extends Uint8Array | Uint32Array>(
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

/** The buffer views of a document before it is packed. */
interface Views {
  readonly entries: readonly Entry[];
  readonly bytes: readonly Uint8Array[];
}

const locate = ({ entries, bytes }: Views, owner: Entry, { count, size }: Layout, where: string): Packed => {
  const index = naturalIn(owner, 'bufferView');
  const view = bytes[index];
  if (view === undefined)
    throw new Refusal('DAMAGED', `${where} is in buffer view ${index}, which is missing`);
  const offset = naturalIn(owner, 'byteOffset', 0);
  const stride = naturalIn(entries[index] ?? {}, 'byteStride', 0) || size;
  if (stride < size) {
    throw new Refusal('DAMAGED', `${where} has values of ${size} bytes every ${stride} bytes`);
  }
  if (count > 0 && offset + (count - 1) * stride + size > view.length) {
    throw new Refusal('DAMAGED', `${where} reaches past the end of buffer view ${index}`);
  }
  return { view, offset, stride };
};

/** The values of an accessor without gaps. */
const tight = (views: Views, owner: Entry, layout: Layout, where: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(layout.count * layout.size);
  copyValues(locate(views, owner, layout, where), layout, bytes);
  return bytes;
};

/** Puts the values that a sparse accessor changes in their places. */
const applySparse = (
  views: Views,
  sparse: Entry,
  layout: Layout,
  where: string,
  target: Uint8Array,
): void => {
  const count = naturalIn(sparse, 'count');
  if (count > layout.count) {
    throw new Refusal('DAMAGED', `${where} changes ${count} of ${layout.count} values`);
  }
  const indices = entryIn(sparse, 'indices') ?? {};
  const indexLayout = layoutOf({ ...indices, count, type: 'SCALAR' }, where);
  const places = numbersIn(tight(views, indices, indexLayout, where), indexLayout);
  const values = tight(views, entryIn(sparse, 'values') ?? {}, { ...layout, count }, where);
  for (const [index, place] of places.entries()) {
    if (!(Number.isInteger(place) && place >= 0 && place < layout.count)) {
      throw new Refusal('DAMAGED', `${where} changes value ${place} of ${layout.count}`);
    }
    target.set(values.subarray(index * layout.size, (index + 1) * layout.size), place * layout.size);
  }
};

/** The values of an accessor without gaps; undefined for zeros that take no bytes. */
const valuesOf = (
  views: Views,
  accessor: Entry,
  layout: Layout,
  where: string,
): Uint8Array<ArrayBuffer> | undefined => {
  const sparse = entryIn(accessor, 'sparse');
  if (accessor.bufferView === undefined && !sparse) return undefined;
  const bytes =
    accessor.bufferView === undefined
      ? new Uint8Array(layout.count * layout.size)
      : tight(views, accessor, layout, where);
  if (sparse) applySparse(views, sparse, layout, where, bytes);
  return bytes;
};

/** The values of attributes with gaps up to multiples of 4 bytes. */
const padded = (bytes: Uint8Array, layout: Layout, stride: number): Uint8Array => {
  const target = new Uint8Array(layout.count * stride);
  copyValues({ view: bytes, offset: 0, stride: layout.size }, layout, target, stride);
  return target;
};

const hasBounds = ({ min, max }: Entry, { components }: Layout): boolean =>
  [min, max].every((bound) => Array.isArray(bound) && bound.length === components);

/** Adds bytes behind the others. @returns the buffer view that they are */
type AddView = (bytes: Uint8Array, byteStride?: number) => number;

/**
 * Packs the accessors that meshes, skins and animations refer to, and removes all others. Values are where formats want
 * them, sparse ones are filled in, and repaired as far as it does no harm; bounds are those of the values.
 * @param decoded values that come from elsewhere than buffer views, by the index of their accessor
 * @throws Refusal for accessors whose values are missing
 */
export const packAccessors = (
  document: Entry,
  views: Views,
  decoded: ReadonlyMap<number, Uint8Array<ArrayBuffer>>,
  addView: AddView,
  repairs: Repairs,
): void => {
  const all = entriesIn(document, 'accessors');
  const uses = new Map<number, Set<Use>>();
  const references = [...referencesIn(document)];
  for (const { owner, key, use } of references) {
    const index = owner[key];
    entryAt(all, index, 'accessor');
    if (!isNatural(index)) continue;
    const known = uses.get(index) ?? new Set();
    uses.set(index, known.add(use));
  }

  const packed: Entry[] = [];
  const places = new Map<number, number>();
  for (const [index, used] of uses) {
    const accessor = entryAt(all, index, 'accessor');
    places.set(index, packed.length);
    packed.push(
      packAccessor({ index, accessor, used: [...used] }, views, decoded.get(index), addView, repairs),
    );
  }
  for (const { owner, key } of references) owner[key] = places.get(Number(owner[key]));
  if (packed.length > 0) document.accessors = packed;
  else delete document.accessors;
};

interface Used {
  readonly index: number;
  readonly accessor: Entry;
  readonly used: readonly Use[];
}

const packAccessor = (
  { index, accessor, used }: Used,
  views: Views,
  decoded: Uint8Array<ArrayBuffer> | undefined,
  addView: AddView,
  repairs: Repairs,
): Entry => {
  const where = `accessor ${index}`;
  const pointer = `/accessors/${index}`;
  const layout = layoutOf(accessor, where);
  const bytes = decoded ?? valuesOf(views, accessor, layout, where);
  const numbers = bytes && numbersIn(bytes, layout);
  const joints =
    numbers && used.includes(jointAttribute) ? smallJoints(numbers, layout, accessor) : undefined;
  if (joints) {
    repairs.note('Read joints as small integers', pointer);
    const small = { type: 'VEC4', componentType: ushortType, count: layout.count };
    return { ...small, ...viewFields(joints, layoutOf(small, where), used, addView) };
  }
  if (numbers) {
    for (const { repair } of used) {
      if (repair?.change(numbers, layout, accessor)) repairs.note(repair.what, pointer);
    }
  }
  const { type, componentType, count } = accessor;
  return {
    ...{ type, componentType, count },
    ...normalizedFields(accessor, pointer, repairs),
    ...boundFields({ index, accessor, used }, numbers, layout, repairs),
    ...(bytes && viewFields(bytes, layout, used, addView)),
  };
};

/** Only small integers stand for fractions. */
const normalizedFields = (
  { normalized, componentType }: Entry,
  pointer: string,
  repairs: Repairs,
): { readonly normalized?: true } => {
  if (normalized !== true) return {};
  if (componentType !== floatType && componentType !== uintType) return { normalized };
  repairs.note('Read numbers as they are that cannot be normalized', pointer);
  return {};
};

const boundFields = (
  { index, accessor, used }: Used,
  numbers: Numbers | undefined,
  layout: Layout,
  repairs: Repairs,
): { readonly min?: number[]; readonly max?: number[] } => {
  if (!used.some(({ needsBounds }) => needsBounds)) return {};
  if (!hasBounds(accessor, layout)) repairs.note('Computed missing bounds', `/accessors/${index}`);
  if (numbers) return boundsOf(numbers, layout);
  const zeros = Array.from({ length: layout.components }, () => 0);
  return { min: zeros, max: zeros };
};

const viewFields = (
  bytes: Uint8Array,
  layout: Layout,
  used: readonly Use[],
  addView: AddView,
): { readonly bufferView: number } => {
  const stride = Math.ceil(layout.size / 4) * 4;
  const hasGaps = stride !== layout.size && used.some(({ isAttribute }) => isAttribute);
  return {
    bufferView: hasGaps ? addView(padded(bytes, layout, stride), stride) : addView(bytes),
  };
};
