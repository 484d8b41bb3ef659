/**
 * Limits for one model. The limits apply to the loaded model and not only to the file, because a small file can
 * describe a huge model: with accessors without bytes, a mesh used by a thousand nodes, or overlapping buffer views.
 */
export const modelLimits = {
  /** The size of the model file, and of each file next to it. */
  bytes: 64 * 2 ** 20,
  /** The size of the model's JSON. */
  jsonBytes: 16 * 2 ** 20,
  /** The nesting depth of the model's JSON. */
  jsonDepth: 64,
  /** The total size of all buffers after decompression. */
  bufferBytes: 256 * 2 ** 20,
  nodes: 20_000,
  /** The depth of the node tree. */
  nodeDepth: 256,
  materials: 2_000,
  textures: 1_000,
  images: 256,
  /** The total number of pixels in all images. */
  pixels: 4 * 4096 * 4096,
  /** The number of primitives. The primitives of a mesh are counted once for each node that uses the mesh. */
  primitives: 20_000,
  /**
   * The number of indices, or of vertices for primitives without indices. The indices or vertices of a mesh are counted
   * once for each node that uses the mesh.
   */
  vertices: 12_000_000,
  /** The total number of morph targets of all primitives, counted once for each node that uses the mesh (C-302). */
  morphTargets: 5_000,
  /** The number of joints. The joints of a skin are counted once for each node that uses the skin. */
  joints: 50_000,
  clips: 1_000,
  channels: 50_000,
  /** The total number of keyframes in all channels. */
  keyframes: 5_000_000,
} as const;
