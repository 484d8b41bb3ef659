import { clampToFinite } from '../../values/clamp-finite.ts';
import { defineCategory, definePureNode } from '../dsl/define-node.ts';
import { boolean, color, float, string } from '../dsl/ports.ts';
import type { Color } from '#spec/values.ts';

type Rgb = Omit<Color, 'a'>;

/** Converts HSV to RGB. The hue wraps around; saturation and value are clamped to the range from 0 to 1. */
export const hsvToRgb = (hue: number, saturation: number, value: number): Rgb => {
  const sector = (hue - Math.floor(hue)) * 6;
  const s = Math.min(Math.max(saturation, 0), 1);
  const v = Math.min(Math.max(value, 0), 1);
  const channel = (offset: number): number => {
    const k = (offset + sector) % 6;
    return v - v * s * Math.max(0, Math.min(k, 4 - k, 1));
  };
  return { r: channel(5), g: channel(3), b: channel(1) };
};

export const rgbToHsv = ({ r, g, b }: Rgb): { h: number; s: number; v: number } => {
  const v = Math.max(r, g, b);
  const spread = v - Math.min(r, g, b);
  if (spread === 0 || v <= 0) return { h: 0, s: 0, v: Math.max(v, 0) };
  const sector = v === r ? (g - b) / spread : v === g ? 2 + (b - r) / spread : 4 + (r - g) / spread;
  return { h: (sector / 6 + 1) % 1, s: spread / v, v };
};

const createFractionPort = float(1, { minimum: 0, maximum: 1 });

const hexDigits = /^#?([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i;

/** Parses a hexadecimal color. Returns `undefined` for any other string. */
const parseHex = (text: string): Color | undefined => {
  const digits = hexDigits.exec(text.trim())?.[1];
  if (!digits) return undefined;
  const fullDigits = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const [r = 0, g = 0, b = 0, a = 255] = (fullDigits.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return { r: r / 255, g: g / 255, b: b / 255, a: a / 255 };
};

export const colorNodes = defineCategory('Color', {
  MakeColor: definePureNode({
    description: 'The color with the components Red, Green, Blue and Alpha.',
    inputs: { R: float(1), G: float(1), B: float(1), A: float(1) },
    outputs: { Color: color() },
    evaluate: ({ R, G, B, A }) => ({ r: R, g: G, b: B, a: A }),
  }),
  SplitColor: definePureNode({
    description: 'The red, green, blue and alpha components of a color.',
    inputs: { Color: color() },
    outputs: { R: float(), G: float(), B: float(), A: float() },
    evaluate: {
      R: ({ Color: { r } }) => r,
      G: ({ Color: { g } }) => g,
      B: ({ Color: { b } }) => b,
      A: ({ Color: { a } }) => a,
    },
  }),
  ColorLerp: definePureNode({
    description: 'Interpolates between the colors A (T = 0) and B (T = 1), including alpha.',
    inputs: { A: color(), B: color(), T: float() },
    outputs: { Result: color() },
    evaluate: ({ A, B, T }) => {
      const mix = (a: number, b: number): number => clampToFinite(a + (b - a) * T);
      return { r: mix(A.r, B.r), g: mix(A.g, B.g), b: mix(A.b, B.b), a: mix(A.a, B.a) };
    },
  }),
  HsvToColor: definePureNode({
    description:
      'The color with this hue, saturation and value, each from 0 to 1; the hue wraps around. Alpha is passed through.',
    inputs: { H: float(), S: createFractionPort, V: createFractionPort, A: float(1) },
    outputs: { Color: color() },
    evaluate: ({ H, S, V, A }) => ({ ...hsvToRgb(H, S, V), a: A }),
  }),
  ColorToHsv: definePureNode({
    description:
      'The hue, saturation and value of a color, each from 0 to 1. Greys have hue 0. Alpha is passed through.',
    inputs: { Color: color() },
    outputs: { H: float(), S: float(), V: float(), A: float() },
    evaluate: {
      H: ({ Color: rgb }) => rgbToHsv(rgb).h,
      S: ({ Color: rgb }) => rgbToHsv(rgb).s,
      V: ({ Color: rgb }) => rgbToHsv(rgb).v,
      A: ({ Color: { a } }) => a,
    },
  }),
  HexToColor: definePureNode({
    description:
      'Parses a color of the form #RGB, #RRGGBB or #RRGGBBAA. For any other text, IsValid is false and the color is opaque white.',
    inputs: { Hex: string('#FFFFFF') },
    outputs: { Color: color(), IsValid: boolean() },
    evaluate: {
      Color: ({ Hex }) => parseHex(Hex) ?? { r: 1, g: 1, b: 1, a: 1 },
      IsValid: ({ Hex }) => parseHex(Hex) !== undefined,
    },
  }),
});
