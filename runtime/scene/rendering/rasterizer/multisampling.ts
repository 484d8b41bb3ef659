/**
 * The number of samples along each edge of a pixel. The resulting four samples per pixel smooth the edges of triangles.
 */
export const samplesPerEdge = 2;
export const samplesPerPixel = samplesPerEdge * samplesPerEdge;
