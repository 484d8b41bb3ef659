/**
 * The format of `GET /api/scene/changes` (C-175): the length of the header in four bytes (little-endian), the header as
 * JSON padded with spaces to a multiple of 8 bytes, and the binary data to which the header points. Colors are linear,
 * lengths are in metres, angles are in radians, and matrices have 16 numbers in column-major order.
 */

/** A range in the binary data: its start in bytes, and the number of values that it contains. */
export type NumberSpan = readonly [at: number, count: number];

type LinearRgb = readonly [red: number, green: number, blue: number];
type Position3 = readonly [x: number, y: number, z: number];

export interface SceneChanges {
  /** The value to send as `since` with the next request. */
  readonly mark: number;
  /** The tick before which the scene had the state that is shown. */
  readonly tick: number;
  /** Whether the response is complete, as for a new client, rather than only the changes. */
  readonly whole: boolean;
  readonly background: LinearRgb;
  readonly fog: RenderFog | null;
  /** The main camera, or null if there is none. */
  readonly camera: RenderCamera | null;
  /** All lights, if any of them has changed. */
  readonly lights?: readonly RenderLight[];
  readonly geometries: readonly RenderGeometry[];
  readonly images: readonly RenderImage[];
  readonly surfaces: readonly RenderMaterial[];
  /** Drawables that are new or have changed. The matrices of new drawables are in `moved`. */
  readonly drawables: readonly Drawable[];
  /** Ids of the drawables that are no longer drawn. */
  readonly gone: readonly number[];
  readonly moved: {
    /** Drawable ids as 32-bit integers. */
    readonly ids: NumberSpan;
    /** Matrices from geometry to world space, as 32-bit floats. Skinned drawables ignore them. */
    readonly matrices: NumberSpan;
  };
  /** Drawables that were moved, but were neither rotated nor scaled. */
  readonly shifted: {
    /** Drawable ids as 32-bit integers. None of these ids is in `moved`. */
    readonly ids: NumberSpan;
    /** Positions as 32-bit floats: the first three numbers in the last column of each matrix. */
    readonly positions: NumberSpan;
  };
  /** Skinned drawables, with a matrix for each bone as 32-bit floats, from geometry to world space. */
  readonly posed: readonly DrawableNumbers[];
  /** Drawables with morph targets, with their weights as 32-bit floats. */
  readonly morphed: readonly DrawableNumbers[];
  /** Instanced drawables, with a matrix for each instance as 32-bit floats, from geometry to drawable space. */
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
  /** Tag of the scene object that the camera belongs to. */
  readonly object: string;
  readonly matrix: readonly number[];
  readonly near: number;
  readonly far: number;
} & (
  | { readonly kind: 'perspective' /** Vertical field of view, in degrees. */; readonly fieldOfView: number }
  | { readonly kind: 'orthographic' /** Height of the view, in metres. */; readonly height: number }
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
      readonly color: LinearRgb /** Direction towards the light. */;
      readonly direction: Position3;
      readonly castsShadow?: boolean;
    }
  | {
      readonly kind: 'point';
      readonly color: LinearRgb;
      readonly position: Position3;
      /** Range in metres, or 0 for an unlimited range. */
      readonly range: number;
      readonly decay: number;
    }
  | {
      readonly kind: 'spot';
      readonly color: LinearRgb;
      readonly position: Position3;
      /** Direction towards the light. */
      readonly direction: Position3;
      readonly range: number;
      readonly decay: number;
      /** Half of the cone's angle. `penumbra` is the fraction of this angle in which the light fades. */
      readonly angle: number;
      readonly penumbra: number;
      readonly castsShadow?: boolean;
    };

/**
 * Vertex attributes as 32-bit floats: 3 numbers for a position or normal, 2 for texture coordinates, and 4 for a color.
 */
export interface RenderGeometry {
  readonly id: number;
  readonly positions: NumberSpan;
  readonly normals?: NumberSpan;
  readonly uvs?: NumberSpan;
  readonly colors?: NumberSpan;
  /** Vertex index as 32-bit integers. */
  readonly index?: NumberSpan;
  /** Four bone indices per vertex as 16-bit integers. Each index has a weight. */
  readonly bones?: NumberSpan;
  readonly weights?: NumberSpan;
  readonly morphs?: {
    readonly targets: number;
    /** Whether the morph targets are offsets from the geometry's positions. */
    readonly relative: boolean;
    /** The positions of all targets, one target after another. */
    readonly positions: NumberSpan;
    readonly normals?: NumberSpan;
  };
}

/** An image, either as RGBA pixels with four bytes each, or as the bytes of an image file. */
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
  /** Whether pixels are interpolated when the image is magnified. */
  readonly smooth: boolean;
  /** Whether v = 0 is the last row of the image rather than the first. */
  readonly flipped: boolean;
  /** Whether the pixels are sRGB rather than linear. */
  readonly srgb: boolean;
  /** Transform of the texture coordinates: u' = m0 u + m2 v + m4 and v' = m1 u + m3 v + m5. */
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
  /** Whether the drawable's color is added to the color behind it. */
  readonly additive: boolean;
  /** Opacity below which pixels are not drawn. */
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
  /** Tag of the scene object that the drawable belongs to. */
  readonly object: string;
  readonly geometry: number;
  /** Drawables with a higher order are drawn later. */
  readonly order: number;
  readonly isSkinned: boolean;
  readonly castsShadow?: boolean;
  readonly receivesShadow?: boolean;
  readonly parts: readonly DrawablePart[];
}

export interface DrawablePart {
  readonly surface: number;
  readonly mode: 'triangles' | 'segments' | 'strip' | 'loop' | 'points' | 'wireframe';
  /** Start of the range in the index, or in the vertices if there is no index. */
  readonly start: number;
  readonly count: number;
}
