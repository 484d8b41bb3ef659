/** How the values of an accessor lie in bytes. */
import { AssetFileError } from '../asset-file-error.ts';
import { getNaturalNumber } from './json-entries.ts';
import type { JsonObject } from './json-entries.ts';

/** Numbers in a value of an accessor, by its type. */
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
  /** What stands for 1 where integers are normalized. */
  readonly elementBytes: number;
  readonly List: new (buffer: ArrayBufferLike, byteOffset: number, length: number) => Numbers;
}

/** The formats of numbers, by the component types of WebGL. */
export const numberFormats: Readonly<Record<number, NumberFormat>> = {
  5120: { bytes: 1, elementBytes: 127, List: Int8Array },
  5121: { bytes: 1, elementBytes: 255, List: Uint8Array },
  5122: { bytes: 2, elementBytes: 32_767, List: Int16Array },
  [unsignedShortType]: { bytes: 2, elementBytes: 65_535, List: Uint16Array },
  [unsignedIntType]: { bytes: 4, elementBytes: 1, List: Uint32Array },
  [floatType]: { bytes: 4, elementBytes: 1, List: Float32Array },
};

export interface Layout {
  readonly count: number;
  /** Numbers in a value. */
  readonly components: number;
  readonly format: NumberFormat;
  /** Bytes of a value. */
  readonly size: number;
}

/** @throws Refusal for a type or a component type that does not exist */
export const getLayout = (accessor: JsonObject, where: string): Layout => {
  const components = componentCounts[String(accessor.type)];
  const format = numberFormats[Number(accessor.componentType)];
  if (components === undefined || format === undefined) {
    const type = JSON.stringify([accessor.type, accessor.componentType]);
    throw new AssetFileError('DAMAGED', `${where} has the unknown type ${type}`);
  }
  return {
    ...{ count: getNaturalNumber(accessor, 'count'), components, format },
    size: components * format.bytes,
  };
};

/** The numbers of values that lie without gaps, from the beginning of their buffer on. */
export const toTypedArray = (
  { buffer, byteOffset }: Uint8Array,
  { count, components, format }: Layout,
): Numbers => new format.List(buffer, byteOffset, count * components);
