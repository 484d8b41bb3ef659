export const surfaceKind = { unlit: 0, matte: 1, shiny: 2, physical: 3 } as const;
export const surfaceSide = { front: 0, back: 1, double: 2 } as const;

/** The appearance of a surface. Colors are linear. */
export interface Surface {
  readonly kind: (typeof surfaceKind)[keyof typeof surfaceKind];
  readonly side: (typeof surfaceSide)[keyof typeof surfaceSide];
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly opacity: number;
  /** Whether the surface is alpha-blended. */
  readonly transparent: boolean;
  /** Whether the surface is blended additively. */
  readonly additive: boolean;
  /** The opacity below which nothing is drawn. */
  readonly alphaTest: number;
  readonly depthTest: boolean;
  readonly depthWrite: boolean;
  readonly emissiveRed: number;
  readonly emissiveGreen: number;
  readonly emissiveBlue: number;
  /** The red component of the specular color. Only shiny surfaces use the specular color. */
  readonly specularRed: number;
  readonly specularGreen: number;
  readonly specularBlue: number;
  readonly shininess: number;
  /** The roughness, which only physical surfaces use. */
  readonly roughness: number;
  readonly metalness: number;
  /** Whether shading uses face normals instead of vertex normals. */
  readonly flat: boolean;
  readonly vertexColors: boolean;
  readonly fog: boolean;
  /** The index in `RenderFrame.textures`; -1 for a surface without a texture. */
  readonly texture: number;
  /**
   * The edge length of a point in pixels. With `pointShrinks`, this length applies at a distance of half the picture's
   * height.
   */
  readonly pointSize: number;
  readonly pointShrinks: boolean;
}

/** The offsets of a surface's fields in `RenderFrame.surfaces`. Booleans are stored as 1 and 0. */
export const surfaceField = {
  kind: 0,
  side: 1,
  red: 2,
  green: 3,
  blue: 4,
  opacity: 5,
  transparent: 6,
  additive: 7,
  alphaTest: 8,
  depthTest: 9,
  depthWrite: 10,
  emissiveRed: 11,
  emissiveGreen: 12,
  emissiveBlue: 13,
  specularRed: 14,
  specularGreen: 15,
  specularBlue: 16,
  shininess: 17,
  roughness: 18,
  metalness: 19,
  flat: 20,
  vertexColors: 21,
  fog: 22,
  texture: 23,
  pointSize: 24,
  pointShrinks: 25,
} as const;
export const surfaceStride = 26;

export const readSurface = (from: Float64Array, index: number): Surface => {
  const read = (field: number): number => from[index * surfaceStride + field];
  const f = surfaceField;
  return {
    kind: read(f.kind) as Surface['kind'],
    side: read(f.side) as Surface['side'],
    red: read(f.red),
    green: read(f.green),
    blue: read(f.blue),
    opacity: read(f.opacity),
    transparent: read(f.transparent) === 1,
    additive: read(f.additive) === 1,
    alphaTest: read(f.alphaTest),
    depthTest: read(f.depthTest) === 1,
    depthWrite: read(f.depthWrite) === 1,
    emissiveRed: read(f.emissiveRed),
    emissiveGreen: read(f.emissiveGreen),
    emissiveBlue: read(f.emissiveBlue),
    specularRed: read(f.specularRed),
    specularGreen: read(f.specularGreen),
    specularBlue: read(f.specularBlue),
    shininess: read(f.shininess),
    roughness: read(f.roughness),
    metalness: read(f.metalness),
    flat: read(f.flat) === 1,
    vertexColors: read(f.vertexColors) === 1,
    fog: read(f.fog) === 1,
    texture: read(f.texture),
    pointSize: read(f.pointSize),
    pointShrinks: read(f.pointShrinks) === 1,
  };
};
