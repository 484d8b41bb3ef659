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
