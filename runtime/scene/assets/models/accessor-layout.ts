/** Describes the binary layout of accessor values. */
import { AssetFileError } from '../asset-file-error.ts';
import { getNaturalNumber, type JsonObject } from './json-entries.ts';

/** Number of components for each accessor type. */
export const componentCounts: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

export const unsignedShortType = 5123;
export const unsignedIntType = 5125;
export const floatType = 5126;

export type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

interface NumberFormat {
  readonly bytes: number;
  /** The integer that represents 1 when values are normalized. */
  readonly normalizedOne: number;
  readonly List: new (buffer: ArrayBufferLike, byteOffset: number, length: number) => Numbers;
}

/** Number formats keyed by `componentType`, whose values are WebGL constants. */
export const numberFormats: Readonly<Record<number, NumberFormat>> = {
  5120: { bytes: 1, normalizedOne: 127, List: Int8Array },
  5121: { bytes: 1, normalizedOne: 255, List: Uint8Array },
  5122: { bytes: 2, normalizedOne: 32_767, List: Int16Array },
  [unsignedShortType]: { bytes: 2, normalizedOne: 65_535, List: Uint16Array },
  [unsignedIntType]: { bytes: 4, normalizedOne: 1, List: Uint32Array },
  [floatType]: { bytes: 4, normalizedOne: 1, List: Float32Array },
};

export interface Layout {
  readonly count: number;
  /** Number of components per value. */
  readonly components: number;
  readonly format: NumberFormat;
  /** Number of bytes per value. */
  readonly size: number;
}

/**
 * Returns the layout of an accessor.
 * @throws AssetFileError for an unknown type or component type
 */
export const getLayout = (accessor: JsonObject, label: string): Layout => {
  const components = componentCounts[String(accessor.type)];
  const format = numberFormats[Number(accessor.componentType)];
  if (components === undefined || format === undefined) {
    const type = JSON.stringify([accessor.type, accessor.componentType]);
    throw new AssetFileError('DAMAGED', `${label} has the unknown type ${type}`);
  }
  return {
    ...{ count: getNaturalNumber(accessor, 'count'), components, format },
    size: components * format.bytes,
  };
};

/**
 * Creates a typed array as a view of tightly packed values. The values must be aligned to the size of their components.
 */
export const toTypedArray = (
  { buffer, byteOffset }: Uint8Array,
  { count, components, format }: Layout,
): Numbers => new format.List(buffer, byteOffset, count * components);
