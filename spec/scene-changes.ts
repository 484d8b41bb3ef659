/**
 * What `GET /api/scene/changes` answers (register: C-175): the length of the head in four bytes, little-endian, the head as
 * JSON padded with spaces to a multiple of 8 bytes, and the numbers that the head points to. Colours are linear light, lengths
 * metres, angles radians, matrices 16 numbers column by column.
 */

/** Numbers behind the head: where they begin, in bytes, and how many there are. */
export type NumberSpan = readonly [at: number, count: number];

type LinearRgb = readonly [red: number, green: number, blue: number];
type Position3 = readonly [x: number, y: number, z: number];

export interface SceneChanges {
  /** To be sent as `since` the next time. */
  readonly mark: number;
  /** The step that the scene stands before. */
  readonly tick: number;
  /** Whether all is told, as to somebody who knows nothing. */
  readonly whole: boolean;
  readonly background: LinearRgb;
  readonly fog: RenderFog | null;
  /** What the scene is seen through; null without a main camera. */
  readonly camera: RenderCamera | null;
  /** All of them, when any has changed. */
  readonly lights?: readonly RenderLight[];
  readonly geometries: readonly RenderGeometry[];
  readonly images: readonly RenderImage[];
  readonly surfaces: readonly RenderMaterial[];
  /** What is drawn, when it is new or another than before; where it is stands in `moved`, if it is new. */
  readonly drawables: readonly Drawable[];
  /** Ids of drawables that are drawn no more. */
  readonly gone: readonly number[];
  readonly moved: {
    /** As 32-bit integers. */
    readonly ids: NumberSpan;
    /** As 32-bit floats, from the geometry to the world; those of skinned drawables say nothing. */
    readonly matrices: NumberSpan;
  };
  /** What is elsewhere than before, and neither turned nor scaled. */
  readonly shifted: {
    /** As 32-bit integers; none of them is in `moved`. */
    readonly ids: NumberSpan;
    /** As 32-bit floats: the first three numbers of the last column of its matrix. */
    readonly positions: NumberSpan;
  };
  /** Of skinned drawables: a matrix for each bone, as 32-bit floats, from the geometry to the world. */
  readonly posed: readonly DrawableNumbers[];
  /** Of drawables with morph targets: their weights, as 32-bit floats. */
  readonly morphed: readonly DrawableNumbers[];
  /** Of drawables that stand in many places: a matrix for each, as 32-bit floats, from the geometry to the drawable. */
  readonly instanced: readonly DrawableNumbers[];
}

export interface DrawableNumbers {
  readonly id: number;
  readonly numbers: NumberSpan;
}

type RenderFog =
  | { readonly kind: 'linear'; readonly color: LinearRgb; readonly near: number; readonly far: number }
  | { readonly kind: 'squared'; readonly color: LinearRgb; readonly density: number };

export type RenderCamera = {
  /** Tag of its scene object. */
  readonly object: string;
  readonly matrix: readonly number[];
  readonly near: number;
  readonly far: number;
} & (
  | { readonly kind: 'perspective' /** From bottom to top, in degrees. */; readonly fieldOfView: number }
  | { readonly kind: 'orthographic' /** From bottom to top. */; readonly height: number }
);

export type RenderLight =
  | { readonly kind: 'ambient'; readonly color: LinearRgb }
  | {
      readonly kind: 'hemisphere';
      readonly color: LinearRgb;
      readonly ground: LinearRgb;
      readonly direction: Position3;
    }
  | {
      readonly kind: 'directional';
      readonly color: LinearRgb /** Towards the light. */;
      readonly direction: Position3;
    }
  | {
      readonly kind: 'point';
      readonly color: LinearRgb;
      readonly position: Position3;
      /** 0 for no end. */
      readonly range: number;
      readonly decay: number;
    }
  | {
      readonly kind: 'spot';
      readonly color: LinearRgb;
      readonly position: Position3;
      /** Towards the light. */
      readonly direction: Position3;
      readonly range: number;
      readonly decay: number;
      /** Half angle of its cone, and the share of it in which it fades. */
      readonly angle: number;
      readonly penumbra: number;
    };

/** Vertices: spans of 32-bit floats, 3 numbers of a position or normal, 2 of a place on the texture, 4 of a colour. */
export interface RenderGeometry {
  readonly id: number;
  readonly positions: NumberSpan;
  readonly normals?: NumberSpan;
  readonly uvs?: NumberSpan;
  readonly colors?: NumberSpan;
  /** As 32-bit integers. */
  readonly index?: NumberSpan;
  /** Four bones a vertex as 16-bit integers, with their weights. */
  readonly bones?: NumberSpan;
  readonly weights?: NumberSpan;
  readonly morphs?: {
    readonly targets: number;
    /** Whether targets are differences from the positions. */
    readonly relative: boolean;
    /** One target after the other. */
    readonly positions: NumberSpan;
    readonly normals?: NumberSpan;
  };
}

/** RGBA, four bytes a pixel, or the bytes of a file. */
interface RenderImage {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly file?: 'png' | 'jpeg' | 'webp';
  readonly bytes: NumberSpan;
}

export interface RenderTexture {
  readonly image: number;
  readonly wrap: readonly [u: TextureWrap, v: TextureWrap];
  /** Whether pixels that are drawn larger melt into each other. */
  readonly smooth: boolean;
  /** Whether v = 0 lies at the last line of the image instead of the first. */
  readonly flipped: boolean;
  /** Whether the pixels are sRGB, or linear. */
  readonly srgb: boolean;
  /** u' = m0 u + m2 v + m4 and v' = m1 u + m3 v + m5. */
  readonly transform: readonly number[];
}

type TextureWrap = 'repeat' | 'clamp' | 'mirror';

export interface RenderMaterial {
  readonly id: number;
  readonly kind: 'unlit' | 'matte' | 'shiny' | 'physical';
  readonly side: 'front' | 'back' | 'double';
  readonly color: LinearRgb;
  readonly opacity: number;
  readonly transparent: boolean;
  /** Whether it is added to what lies behind it. */
  readonly additive: boolean;
  /** Where the opacity is less, there is nothing. */
  readonly alphaTest: number;
  readonly depthTest: boolean;
  readonly depthWrite: boolean;
  readonly emissive: LinearRgb;
  readonly specular: LinearRgb;
  readonly shininess: number;
  readonly roughness: number;
  readonly metalness: number;
  readonly flat: boolean;
  readonly vertexColors: boolean;
  readonly fog: boolean;
  readonly pointSize: number;
  readonly pointShrinks: boolean;
  readonly texture?: RenderTexture;
}

export interface Drawable {
  readonly id: number;
  /** Tag of the scene object that it belongs to. */
  readonly object: string;
  readonly geometry: number;
  /** Greater ones are drawn later. */
  readonly order: number;
  readonly isSkinned: boolean;
  readonly parts: readonly DrawablePart[];
}

export interface DrawablePart {
  readonly surface: number;
  readonly mode: 'triangles' | 'segments' | 'strip' | 'loop' | 'points' | 'wireframe';
  /** Of the index (without one: of the vertices). */
  readonly start: number;
  readonly count: number;
}
