import {
  AdditiveBlending,
  BackSide,
  DoubleSide,
  FrontSide,
  LineBasicMaterial,
  type Material,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  NormalBlending,
  PointsMaterial,
  ShaderChunk,
  Texture,
} from 'three';
import type { DrawablePart, RenderMaterial } from '#spec/scene-changes.ts';
import type { TextureCache } from './texture-cache.ts';

/** Creates a cache of the service's surfaces, keyed by id. Each surface has one material per drawing mode. */
export const createSurfaceMaterials = (textures: TextureCache) => {
  const cached = new Map<number, CachedSurface>();
  let isPictured = true;
  const drop = ({ materials }: CachedSurface): void => {
    for (const material of materials.values()) {
      if ('map' in material && material.map instanceof Texture) material.map.dispose();
      material.dispose();
    }
  };
  return {
    /**
     * Stores a surface.
     * @returns whether materials that were created earlier for this surface are outdated
     */
    update(source: RenderMaterial): boolean {
      const previous = cached.get(source.id);
      if (previous?.source.kind === source.kind && isSameTexture(previous.source, source)) {
        const hasProgramChanged = getProgramKey(previous.source) !== getProgramKey(source);
        previous.source = source;
        for (const material of previous.materials.values()) {
          applySurface(material, source);
          if (hasProgramChanged) material.needsUpdate = true;
        }
        return false;
      }
      if (previous) drop(previous);
      cached.set(source.id, { source, materials: new Map() });
      return previous !== undefined;
    },
    /** Returns a surface's material for a drawing mode. Calls with the same arguments return the same object. */
    material(id: number, mode: DrawablePart['mode']): Material {
      const surface = cached.get(id);
      if (!surface) throw new Error(`The service draws surface ${id} without having sent it.`);
      const drawMode = drawModesByName[mode];
      const existing = surface.materials.get(drawMode);
      if (existing) return existing;
      const material = createMaterial(surface.source, drawMode);
      applySurface(material, surface.source);
      setShading(material, isPictured);
      surface.materials.set(drawMode, material);
      const { texture } = surface.source;
      if (texture && drawMode !== 'line') {
        textures.apply(texture, (map) => {
          Object.assign(material, { map });
          material.needsUpdate = true;
        });
      }
      return material;
    },
    /**
     * Disposes of all surfaces that are no longer used.
     * @returns the ids of the images that are still in use
     */
    prune(usedIds: ReadonlySet<number>): Set<number> {
      const images = new Set<number>();
      for (const [id, surface] of cached) {
        if (!usedIds.has(id)) {
          cached.delete(id);
          drop(surface);
        } else if (surface.source.texture) images.add(surface.source.texture.image);
      }
      return images;
    },
    /** Sets whether surfaces are shaded as in the service's pictures. */
    setPictureShading(value: boolean): void {
      isPictured = value;
      for (const { materials } of cached.values())
        for (const material of materials.values()) setShading(material, isPictured);
    },
    get size(): number {
      return cached.size;
    },
  };
};

export type SurfaceMaterials = ReturnType<typeof createSurfaceMaterials>;

interface CachedSurface {
  source: RenderMaterial;
  readonly materials: Map<DrawMode, Material>;
}

type DrawMode = 'mesh' | 'wireframe' | 'line' | 'points';

const drawModesByName: Readonly<Record<DrawablePart['mode'], DrawMode>> = {
  triangles: 'mesh',
  wireframe: 'wireframe',
  segments: 'line',
  strip: 'line',
  loop: 'line',
  points: 'points',
};

const createMaterial = (source: RenderMaterial, drawMode: DrawMode): Material => {
  switch (drawMode) {
    case 'line':
      return new LineBasicMaterial();
    case 'points':
      return new PointsMaterial();
    case 'wireframe':
      return Object.assign(createMeshMaterial(source.kind), { wireframe: true });
    case 'mesh':
      return createMeshMaterial(source.kind);
  }
};

const isSameTexture = (previous: RenderMaterial, current: RenderMaterial): boolean =>
  JSON.stringify(previous.texture) === JSON.stringify(current.texture);

/** Creates the three.js material for meshes with the given kind of surface. */
const createMeshMaterial = (kind: RenderMaterial['kind']) => {
  switch (kind) {
    case 'unlit':
      return new MeshBasicMaterial();
    case 'matte':
      return new MeshLambertMaterial();
    case 'shiny':
      return new MeshPhongMaterial();
    case 'physical':
      return new MeshStandardMaterial();
  }
};

const setShading = (material: Material, isPictured: boolean): void => {
  if (!(material instanceof MeshStandardMaterial)) return;
  material.onBeforeCompile = isPictured ? matchServiceShading : keepShading;
  material.needsUpdate = true;
};

const keepShading: Material['onBeforeCompile'] = () => {};

/**
 * Adjusts the shading so that it matches the images that the service renders. Metals reflect the ambient light,
 * although three.js leaves them dark without an environment map, and rough metals receive no multiple scattering.
 */
const matchServiceShading: Material['onBeforeCompile'] = (shader) => {
  shader.fragmentShader = shader.fragmentShader
    .replace(
      '#include <lights_physical_pars_fragment>',
      ShaderChunk.lights_physical_pars_fragment.replace(' * material.multiScatteringCompensation', ''),
    )
    .replace(
      '#include <lights_fragment_end>',
      'reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert(material.diffuseColor);',
    );
};

const sidesByName = { front: FrontSide, back: BackSide, double: DoubleSide };

/** Applies a surface's properties to a material, except for the texture. */
const applySurface = (material: Material, source: RenderMaterial): void => {
  material.side = sidesByName[source.side];
  material.opacity = source.opacity;
  material.transparent = source.transparent;
  material.blending = source.additive ? AdditiveBlending : NormalBlending;
  material.alphaTest = source.alphaTest;
  material.depthTest = source.depthTest;
  material.depthWrite = source.depthWrite;
  material.vertexColors = source.vertexColors;
  if (isColored(material)) {
    material.color.setRGB(...source.color);
    material.fog = source.fog;
  }
  if (isLit(material)) {
    material.emissive.setRGB(...source.emissive);
    material.flatShading = source.flat;
  }
  if (material instanceof MeshPhongMaterial) {
    material.specular.setRGB(...source.specular);
    material.shininess = source.shininess;
  }
  if (material instanceof MeshStandardMaterial) {
    material.roughness = source.roughness;
    material.metalness = source.metalness;
  }
  if (material instanceof PointsMaterial) {
    material.size = source.pointSize;
    material.sizeAttenuation = source.pointShrinks;
  }
};

/**
 * Returns the properties of a surface on which its shader program depends. If they change, a new program is compiled.
 */
const getProgramKey = ({
  side,
  transparent,
  additive,
  alphaTest,
  flat,
  vertexColors,
  fog,
  pointShrinks,
}: RenderMaterial): string =>
  [side, transparent, additive, alphaTest > 0, flat, vertexColors, fog, pointShrinks].join();

type LitMaterial = MeshLambertMaterial | MeshPhongMaterial | MeshStandardMaterial;

const isLit = (material: Material): material is LitMaterial =>
  material instanceof MeshLambertMaterial ||
  material instanceof MeshPhongMaterial ||
  material instanceof MeshStandardMaterial;

const isColored = (
  material: Material,
): material is LitMaterial | MeshBasicMaterial | LineBasicMaterial | PointsMaterial =>
  isLit(material) ||
  material instanceof MeshBasicMaterial ||
  material instanceof LineBasicMaterial ||
  material instanceof PointsMaterial;
