/** Maps each sRGB byte to its linear light. */
export const linearFromSrgb: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** The number of lookup steps, which is high enough to map every byte to linear light and back. */
const lookupSteps = 16_384;

const srgbLookup = Uint8Array.from({ length: lookupSteps + 1 }, (_, step) => {
  const light = step / lookupSteps;
  return Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));
});

/** Converts linear light from 0 to 1 to an sRGB byte. */
export const toSrgbByte = (light: number): number => srgbLookup[(light * lookupSteps + 0.5) | 0];
