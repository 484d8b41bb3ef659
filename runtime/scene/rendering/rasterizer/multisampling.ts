/** The number of samples along each edge of a pixel. Four samples per pixel smooth the edges. */
export const samplesPerEdge = 2;
export const samplesPerPixel = samplesPerEdge * samplesPerEdge;
