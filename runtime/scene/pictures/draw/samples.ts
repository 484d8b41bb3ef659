/** Samples in the edge of a pixel: four a pixel, which make its edges smooth. */
export const samples = 2;
export const samplesInPixel = samples * samples;
