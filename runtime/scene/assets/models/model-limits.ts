/**
 * The most that a model may hold. Small files can promise much: accessors without bytes, one mesh at a thousand nodes,
 * views that overlap. So what it would become is bounded too, not only its size.
 */
export const modelLimits = {
  /** Of the file, and of each file beside it. */
  bytes: 64 * 2 ** 20,
  /** Of its JSON. */
  jsonBytes: 16 * 2 ** 20,
  /** Arrays and objects in each other, in its JSON. */
  jsonDepth: 64,
  /** Of all buffers together, decompressed. */
  bufferBytes: 256 * 2 ** 20,
  nodes: 20_000,
  /** Nodes under each other. */
  nodeDepth: 256,
  materials: 2_000,
  textures: 1_000,
  images: 256,
  /** Of all images together. */
  pixels: 4 * 4096 * 4096,
  /** Primitives of meshes, at every node that has the mesh. */
  primitives: 20_000,
  /** Corners of triangles and ends of lines, of all those primitives. */
  vertices: 12_000_000,
  /** Of all those primitives (C-302). */
  morphTargets: 5_000,
  /** Joints of skins, at every node that has the skin. */
  joints: 50_000,
  clips: 1_000,
  channels: 50_000,
  /** Keyframes of all channels. */
  keyframes: 5_000_000,
} as const;
