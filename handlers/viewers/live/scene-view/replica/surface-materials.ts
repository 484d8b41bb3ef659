import { LineBasicMaterial, PointsMaterial } from 'three';
import { applySurface, createMeshMaterial, getProgramKey } from './replica-materials.ts';
import type { Material } from 'three';
import type { DrawablePart, RenderMaterial } from '#spec/scene-changes.ts';
import type { TextureCache } from './texture-cache.ts';

/** The surfaces of the service by id, as materials for each drawing mode. */
export const createSurfaceMaterials = (textures: TextureCache) => {
  const kept = new Map<number, CachedSurface>();
  const drop = ({ materials }: CachedSurface): void => {
    for (const material of materials.values()) {
      if ('map' in material) (material.map as { dispose?(): void } | null)?.dispose?.();
      material.dispose();
    }
  };
  return {
    /** @returns whether materials created from it earlier are outdated */
    tell(shown: RenderMaterial): boolean {
      const before = kept.get(shown.id);
      if (before?.shown.kind === shown.kind && isSameTexture(before.shown, shown)) {
        const isOther = getProgramKey(before.shown) !== getProgramKey(shown);
        before.shown = shown;
        for (const material of before.materials.values()) {
          applySurface(material, shown);
          if (isOther) material.needsUpdate = true;
        }
        return false;
      }
      if (before) drop(before);
      kept.set(shown.id, { shown, materials: new Map() });
      return before !== undefined;
    },
    /** Returns the material of a surface for a mode, always the same one. */
    material(id: number, mode: DrawablePart['mode']): Material {
      const surface = kept.get(id);
      if (!surface) throw new Error(`The service draws surface ${id} without having sent it.`);
      const way = drawModesByName[mode];
      const found = surface.materials.get(way);
      if (found) return found;
      const material = createMaterial(surface.shown, way);
      applySurface(material, surface.shown);
      surface.materials.set(way, material);
      const { texture } = surface.shown;
      if (texture && way !== 'line') {
        textures.wear(texture, (map) => {
          Object.assign(material, { map });
          material.needsUpdate = true;
        });
      }
      return material;
    },
    /** Disposes everything unused. @returns the images still in use */
    prune(used: ReadonlySet<number>): Set<number> {
      const images = new Set<number>();
      for (const [id, surface] of kept) {
        if (!used.has(id)) {
          kept.delete(id);
          drop(surface);
        } else if (surface.shown.texture) images.add(surface.shown.texture.image);
      }
      return images;
    },
    get size(): number {
      return kept.size;
    },
  };
};

export type SurfaceMaterials = ReturnType<typeof createSurfaceMaterials>;

interface CachedSurface {
  shown: RenderMaterial;
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

const createMaterial = (shown: RenderMaterial, way: DrawMode): Material => {
  switch (way) {
    case 'line':
      return new LineBasicMaterial();
    case 'points':
      return new PointsMaterial();
    case 'wireframe':
      return Object.assign(createMeshMaterial(shown.kind), { wireframe: true });
    case 'mesh':
      return createMeshMaterial(shown.kind);
  }
};

const isSameTexture = (before: RenderMaterial, now: RenderMaterial): boolean =>
  JSON.stringify(before.texture) === JSON.stringify(now.texture);
