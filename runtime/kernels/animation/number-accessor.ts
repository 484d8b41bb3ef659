import type { Color, Json, Vector3 } from '#spec/values.ts';

/** A target whose value consists of a fixed count of numbers. */
export interface NumberAccessor {
  readonly size: number;
  read(out: number[]): void;
  /** @param at offset of the target's values in the array */
  write(values: readonly number[], at: number): void;
}

export const createWeightsAccessor = (weights: number[]): NumberAccessor => ({
  size: weights.length,
  read(out) {
    for (let i = 0; i < weights.length; i += 1) out[i] = weights[i];
  },
  write(values, at) {
    for (let i = 0; i < weights.length; i += 1) weights[i] = values[at + i];
  },
});

export type NumberType = 'Float' | 'Integer' | 'Vector3' | 'Color';

interface NumberFormat {
  readonly size: number;
  pack(value: Json, out: number[]): void;
  unpack(values: readonly number[], at: number): Json;
}

const floatFormat: NumberFormat = {
  size: 1,
  pack(value, out) {
    out[0] = Number(value);
  },
  unpack: (values, at) => values[at],
};

/** Conversions between property values and arrays of numbers. */
export const numberFormats: Readonly<Record<NumberType, NumberFormat>> = {
  Float: floatFormat,
  Integer: { ...floatFormat, unpack: (values, at) => Math.round(values[at]) },
  Vector3: {
    size: 3,
    pack(value, out) {
      const { x, y, z } = value as Vector3;
      out.splice(0, 3, x, y, z);
    },
    unpack: (values, at) => ({ x: values[at], y: values[at + 1], z: values[at + 2] }),
  },
  Color: {
    size: 4,
    pack(value, out) {
      const { r, g, b, a } = value as Color;
      out.splice(0, 4, r, g, b, a);
    },
    unpack: (values, at) => ({ r: values[at], g: values[at + 1], b: values[at + 2], a: values[at + 3] }),
  },
};
