/** Samples in the edge of a pixel: four a pixel, which make its edges smooth. */
export const samplesPerEdge = 2;
export const samplesPerPixel = samplesPerEdge * samplesPerEdge;
