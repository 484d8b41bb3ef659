/**
 * Limits for one model. A small file can describe a huge model: accessors without bytes, one mesh at a thousand nodes,
 * or overlapping buffer views. So these limits apply to the loaded model, not only to the file.
 */
export const modelLimits = {
  /** The size of the file, and of each file beside it. */
  bytes: 64 * 2 ** 20,
  /** The size of its JSON. */
  jsonBytes: 16 * 2 ** 20,
  /** The nesting depth of its JSON. */
  jsonDepth: 64,
  /** The size of all buffers together, decompressed. */
  bufferBytes: 256 * 2 ** 20,
  nodes: 20_000,
  /** The depth of the node tree. */
  nodeDepth: 256,
  materials: 2_000,
  textures: 1_000,
  images: 256,
  /** The pixels of all images together. */
  pixels: 4 * 4096 * 4096,
  /** Counted once per node that uses the mesh. */
  primitives: 20_000,
  /**
   * Counted once per node that uses the mesh: the indices of its primitives, or the vertices where there are no
   * indices.
   */
  vertices: 12_000_000,
  /** The sum over all those primitives (C-302). */
  morphTargets: 5_000,
  /** Counted once per node that uses the skin. */
  joints: 50_000,
  clips: 1_000,
  channels: 50_000,
  /** The sum over all channels. */
  keyframes: 5_000_000,
} as const;
