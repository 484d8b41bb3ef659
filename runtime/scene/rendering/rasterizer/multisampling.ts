/** Samples along the edge of a pixel: four per pixel, for smooth edges. */
export const samplesPerEdge = 2;
export const samplesPerPixel = samplesPerEdge * samplesPerEdge;
