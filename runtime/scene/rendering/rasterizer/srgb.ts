// biome-ignore-all lint/style/noNonNullAssertion: the tables have an entry for every number that is asked of them

/** Linear light of each sRGB byte. */
export const linearFromSrgb: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Fine enough that each byte comes back from its linear light. */
const lookupSteps = 16_384;

const srgbLookup = Uint8Array.from({ length: lookupSteps + 1 }, (_, step) => {
  const light = step / lookupSteps;
  return Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));
});

/** The sRGB byte of linear light from 0 to 1. */
export const toSrgbByte = (light: number): number => srgbLookup[(light * lookupSteps + 0.5) | 0]!;
