import { LineBasicMaterial, PointsMaterial } from 'three';
import { applySurface, createMeshMaterial, getProgramKey } from './replica-materials.ts';
import type { Material } from 'three';
import type { DrawablePart, RenderMaterial } from '#spec/scene-changes.ts';
import type { TextureCache } from './texture-cache.ts';

/** The surfaces of the service by id, as materials for each drawing mode. */
export const createSurfaceMaterials = (textures: TextureCache) => {
  const cached = new Map<number, CachedSurface>();
  const drop = ({ materials }: CachedSurface): void => {
    for (const material of materials.values()) {
      if ('map' in material) (material.map as { dispose?(): void } | null)?.dispose?.();
      material.dispose();
    }
  };
  return {
    /** @returns whether materials created from it earlier are outdated */
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
    /** Returns the material of a surface for a mode, always the same one. */
    material(id: number, mode: DrawablePart['mode']): Material {
      const surface = cached.get(id);
      if (!surface) throw new Error(`The service draws surface ${id} without having sent it.`);
      const drawMode = drawModesByName[mode];
      const existing = surface.materials.get(drawMode);
      if (existing) return existing;
      const material = createMaterial(surface.source, drawMode);
      applySurface(material, surface.source);
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
    /** Disposes everything unused. @returns the images still in use */
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
