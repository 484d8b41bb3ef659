/**
 * What one picture shows, as plain data that a thread can take over: all that changes from picture to picture in a few
 * arrays of numbers, and what seldom changes (geometries, pixels of textures) as pieces that are shared and known by
 * a serial number. Colours are linear light, lengths metres, matrices column by column.
 */

/** Red, green and blue in linear light; 1 is full. */
export type LinearColor = readonly [red: number, green: number, blue: number];

export interface FrameView {
  /** From the world to the camera, which looks along its -Z. */
  readonly fromWorld: Float64Array;
  /** From the camera to clip space, in which w is the distance along the view for a perspective. */
  readonly projection: Float64Array;
  readonly orthographic: boolean;
}

export type Fog =
  | { readonly kind: 'linear'; readonly color: LinearColor; readonly near: number; readonly far: number }
  | { readonly kind: 'squared'; readonly color: LinearColor; readonly density: number };

export const lightKind = { ambient: 0, hemisphere: 1, directional: 2, point: 3, spot: 4 } as const;

/** All kinds have the same fields, so that the loop over them is one. */
export interface Light {
  readonly kind: (typeof lightKind)[keyof typeof lightKind];
  readonly color: LinearColor;
  /** What comes from below, of a hemisphere light. */
  readonly ground: LinearColor;
  /** Place of a point or spot light. */
  readonly position: readonly [number, number, number];
  /** Of length 1, towards the light: from where the others come; of a spot light, against the axis of its cone. */
  readonly direction: readonly [number, number, number];
  /** Where the light ends; 0 for nowhere. */
  readonly range: number;
  readonly decay: number;
  /** Cosines of the half angles at which a cone begins to fade and ends. */
  readonly penumbraCos: number;
  readonly coneCos: number;
}

/** A piece that is shared: two pieces with the same serial number are the same. */
export interface SharedResource {
  readonly serial: number;
}

/** The vertices of a geometry. */
export interface SharedGeometry extends SharedResource {
  readonly count: number;
  /** Three numbers a vertex. */
  readonly positions: Float32Array;
  readonly normals: Float32Array | undefined;
  /** Two numbers a vertex. */
  readonly uvs: Float32Array | undefined;
  /** Four numbers a vertex. */
  readonly colors: Float32Array | undefined;
  readonly index: Uint32Array | undefined;
  /** Four bones a vertex, with their weights. */
  readonly boneIndices: Uint16Array | undefined;
  readonly boneWeights: Float32Array | undefined;
  readonly morphs: Morphs | undefined;
  /** The sphere that holds the vertices as they are stored. */
  readonly center: readonly [number, number, number];
  readonly radius: number;
}

interface Morphs {
  /** Whether targets are differences from the positions, or positions of their own. */
  readonly relative: boolean;
  /** Three numbers a vertex and target, one target after the other. */
  readonly positions: Float32Array;
  readonly normals: Float32Array | undefined;
  readonly targets: number;
}

/** The pixels of an image: four bytes each, as they lie in memory, or the file that holds them. */
export interface SharedPixels extends SharedResource {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  /** What the bytes are the file of; who draws decodes it. */
  readonly file?: 'png' | 'jpeg' | 'webp';
}

export const wrapping = { repeat: 0, clamp: 1, mirror: 2 } as const;
export type Wrapping = (typeof wrapping)[keyof typeof wrapping];

/** How a texture lays its pixels on a surface. */
export interface Texture {
  /** Index into the pixels of the frame. */
  readonly pixels: number;
  readonly wrapU: Wrapping;
  readonly wrapV: Wrapping;
  /** Whether pixels that are drawn larger melt into each other. */
  readonly smooth: boolean;
  /** Whether v = 0 lies at the last line of the image instead of the first. */
  readonly flipped: boolean;
  /** Whether the bytes are sRGB, or linear. */
  readonly srgb: boolean;
  /** u' = m0 u + m2 v + m4 and v' = m1 u + m3 v + m5. */
  readonly transform: readonly [number, number, number, number, number, number];
}

/** Where the parts of an object stand among the numbers of `Frame.objects`. */
export const objectField = {
  /** 16 numbers. */
  matrix: 0,
  /** Red, green and blue that the surface is multiplied with. */
  tint: 16,
  geometry: 19,
  /** Where its bones begin in `Frame.bones`, -1 without. */
  bones: 20,
  boneCount: 21,
  /** Where its weights begin in `Frame.morphWeights`, and how many there are. */
  morphs: 22,
  morphCount: 23,
} as const;
export const objectStride = 24;

export const partMode = { triangles: 0, segments: 1, strip: 2, loop: 3, points: 4, wireframe: 5 } as const;
export type PartMode = (typeof partMode)[keyof typeof partMode];

/** Where the fields of a part stand among the numbers of `Frame.parts`. */
export const partField = {
  object: 0,
  surface: 1,
  mode: 2,
  /** First entry of the index (without one: first vertex) and how many. */
  start: 3,
  count: 4,
  order: 5,
} as const;
export const partStride = 6;

export interface RenderFrame {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly view: FrameView;
  readonly background: LinearColor;
  readonly fog: Fog | undefined;
  readonly lights: readonly Light[];
  readonly geometries: readonly SharedGeometry[];
  readonly pixels: readonly SharedPixels[];
  readonly textures: readonly Texture[];
  /** What the parts look like, by `surfaceField`. */
  readonly surfaces: Float64Array;
  /** What is drawn: where each object is, by `objectField`. */
  readonly objects: Float64Array;
  /** What of the objects is drawn with which surface, by `partField`, in the order of the scene. */
  readonly parts: Float64Array;
  /** 16 numbers a bone, from the vertices as they are stored to the world. */
  readonly bones: Float64Array;
  readonly morphWeights: Float64Array;
}
