/**
 * The rasterizer's input for one picture, as plain data that can be sent to a thread. Data that changes with every
 * picture is in number arrays, whereas geometries and pixels are shared resources with a serial number. Colors are
 * linear, lengths are in metres, and matrices are column-major.
 */

/** A color as linear red, green and blue, where 1 is full intensity. */
export type LinearColor = readonly [red: number, green: number, blue: number];

export interface FrameView {
  /** The view matrix. The camera looks along its -Z axis. */
  readonly fromWorld: Float64Array;
  /** The projection matrix. For a perspective projection, w is the distance along the viewing direction. */
  readonly projection: Float64Array;
  readonly orthographic: boolean;
}

export type Fog =
  | { readonly kind: 'linear'; readonly color: LinearColor; readonly near: number; readonly far: number }
  | { readonly kind: 'squared'; readonly color: LinearColor; readonly density: number };

export const lightKind = { ambient: 0, hemisphere: 1, directional: 2, point: 3, spot: 4 } as const;

/** A light. All kinds of lights have the same fields, which keeps the lighting loop monomorphic. */
export interface Light {
  readonly kind: (typeof lightKind)[keyof typeof lightKind];
  readonly color: LinearColor;
  /** The color from below, which only hemisphere lights have. */
  readonly ground: LinearColor;
  /** The world position of a point light or spot light. */
  readonly position: readonly [number, number, number];
  /** A unit vector towards the light. For a spot light, the vector points from the target to the light. */
  readonly direction: readonly [number, number, number];
  /** The distance at which the light ends; 0 for an unlimited range. */
  readonly range: number;
  readonly decay: number;
  /** The cosine of the half angle at which a spot light begins to fade; `coneCos` is the cosine at which it ends. */
  readonly penumbraCos: number;
  readonly coneCos: number;
}

/** A resource that several pictures share. The serial number identifies one version of the resource. */
export interface SharedResource {
  readonly serial: number;
}

export interface SharedGeometry extends SharedResource {
  readonly count: number;
  /** Three numbers per vertex. */
  readonly positions: Float32Array;
  readonly normals: Float32Array | undefined;
  /** Two numbers per vertex. */
  readonly uvs: Float32Array | undefined;
  /** Four numbers per vertex. */
  readonly colors: Float32Array | undefined;
  readonly index: Uint32Array | undefined;
  /** The indices of four bones per vertex. `boneWeights` has the weights of these bones. */
  readonly boneIndices: Uint16Array | undefined;
  readonly boneWeights: Float32Array | undefined;
  readonly morphs: Morphs | undefined;
  /** The centre of the bounding sphere of the stored vertices. */
  readonly center: readonly [number, number, number];
  readonly radius: number;
}

interface Morphs {
  /** Whether morph targets are offsets from the base positions rather than absolute positions. */
  readonly relative: boolean;
  /** Three numbers per vertex, with one morph target after another. */
  readonly positions: Float32Array;
  readonly normals: Float32Array | undefined;
  readonly targets: number;
}

/** The RGBA pixels of an image, or its encoded file. */
export interface SharedPixels extends SharedResource {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  /** The format of an encoded file, which the rasterizer decodes; `undefined` for RGBA pixels. */
  readonly file?: 'png' | 'jpeg' | 'webp';
}

export const wrapping = { repeat: 0, clamp: 1, mirror: 2 } as const;
export type Wrapping = (typeof wrapping)[keyof typeof wrapping];

/** How an image is mapped to a surface. */
export interface Texture {
  /** The index of the image's pixels in `RenderFrame.pixels`. */
  readonly pixels: number;
  readonly wrapU: Wrapping;
  readonly wrapV: Wrapping;
  /** Whether magnified pixels are interpolated. */
  readonly smooth: boolean;
  /** Whether v = 0 is the last row of the image rather than the first. */
  readonly flipped: boolean;
  /** Whether the bytes are sRGB rather than linear. */
  readonly srgb: boolean;
  /** The transform of texture coordinates: u' = m0 u + m2 v + m4 and v' = m1 u + m3 v + m5. */
  readonly transform: readonly [number, number, number, number, number, number];
}

/** The offsets of an object's fields in `RenderFrame.objects`. */
export const objectField = {
  /** A column-major matrix of 16 numbers. */
  matrix: 0,
  /** The red, green and blue values by which the surface color is multiplied. */
  tint: 16,
  geometry: 19,
  /** The index of the object's first bone in `RenderFrame.bones`; -1 for an object without bones. */
  bones: 20,
  boneCount: 21,
  /** The index of the object's first weight in `RenderFrame.morphWeights`, followed by the number of weights. */
  morphs: 22,
  morphCount: 23,
} as const;
export const objectStride = 24;

export const partMode = { triangles: 0, segments: 1, strip: 2, loop: 3, points: 4, wireframe: 5 } as const;
export type PartMode = (typeof partMode)[keyof typeof partMode];

/** The offsets of a part's fields in `RenderFrame.parts`. */
export const partField = {
  object: 0,
  surface: 1,
  mode: 2,
  /** The first entry of the index buffer, or the first vertex when there is no index buffer, followed by the count. */
  start: 3,
  count: 4,
  order: 5,
} as const;
export const partStride = 6;

export interface RenderFrame {
  /** The width in pixels. */
  readonly width: number;
  readonly height: number;
  readonly view: FrameView;
  readonly background: LinearColor;
  readonly fog: Fog | undefined;
  readonly lights: readonly Light[];
  readonly geometries: readonly SharedGeometry[];
  readonly pixels: readonly SharedPixels[];
  readonly textures: readonly Texture[];
  /** The surfaces of the parts, in the layout of `surfaceField`. */
  readonly surfaces: Float64Array;
  /** The objects to draw, in the layout of `objectField`. */
  readonly objects: Float64Array;
  /** The parts of objects with their surfaces in scene order, in the layout of `partField`. */
  readonly parts: Float64Array;
  /** 16 numbers per bone: a matrix that transforms the stored vertices to world space. */
  readonly bones: Float64Array;
  readonly morphWeights: Float64Array;
}
