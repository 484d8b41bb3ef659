import { describeSurface, getMap } from './describe-surface.ts';
import { writeBoneMatrices } from './write-bone-matrices.ts';
import { objectField, objectStride, partField, partStride } from '../render-frame.ts';
import { createNumberBuffer } from './number-buffer.ts';
import { describeTexture } from './shared-pixels.ts';
import { surfaceStride } from '../surface.ts';
import type { BufferGeometry, Color, Material, Matrix4, SkinnedMesh, Texture as ThreeTexture } from 'three';
import type { RenderFrame, SharedGeometry, PartMode, SharedPixels, Texture } from '../render-frame.ts';

/** A cache of resources that are reused between pictures. */
interface SharedResourceCache {
  geometry(geometry: BufferGeometry): SharedGeometry;
  /** Returns the pixels of a texture; `undefined` when they are not available. */
  pixels(texture: ThreeTexture): SharedPixels | undefined;
}

/** A geometry to draw, with its world matrix. */
export interface DrawnObject {
  readonly geometry: BufferGeometry;
  readonly matrix: Matrix4;
  readonly tint?: Color | undefined;
  readonly skinned?: SkinnedMesh | undefined;
  readonly morphWeights?: readonly number[] | undefined;
}

/** A range of a geometry, with its primitive mode and render order. */
interface DrawRange {
  readonly mode: PartMode;
  readonly start: number;
  readonly count: number;
  readonly order: number;
}

type DrawList = Pick<
  RenderFrame,
  'geometries' | 'pixels' | 'textures' | 'surfaces' | 'objects' | 'parts' | 'bones' | 'morphWeights'
>;

/** Creates a function that assigns indices to items in the order of their first use. */
const createIndexer = <Item>(add: (item: Item) => number) => {
  const indexes = new Map<Item, number>();
  return (item: Item): number => {
    const existing = indexes.get(item);
    if (existing !== undefined) return existing;
    const index = add(item);
    indexes.set(item, index);
    return index;
  };
};

/** Creates a list that collects everything that one picture draws. */
export const createDrawList = (resources: SharedResourceCache) => {
  const geometries: SharedGeometry[] = [];
  const pixels: SharedPixels[] = [];
  const textures: Texture[] = [];
  const surfaces = createNumberBuffer();
  const objects = createNumberBuffer();
  const parts = createNumberBuffer();
  const bones = createNumberBuffer();
  const morphWeights = createNumberBuffer();

  const getGeometryIndex = createIndexer(
    (geometry: BufferGeometry) => geometries.push(resources.geometry(geometry)) - 1,
  );
  const getPixelsIndex = createIndexer((resource: SharedPixels) => pixels.push(resource) - 1);
  const getTextureIndex = createIndexer((texture: ThreeTexture) => {
    const resource = resources.pixels(texture);
    return resource ? textures.push(describeTexture(texture, getPixelsIndex(resource))) - 1 : -1;
  });
  const getSurfaceIndex = createIndexer((material: Material) => {
    const map = getMap(material);
    const at = surfaces.add(surfaceStride);
    describeSurface(material, map ? getTextureIndex(map) : -1, surfaces.array, at);
    return at / surfaceStride;
  });

  return {
    /**
     * Adds an object.
     * @returns the index of the object, to which its parts refer
     */
    addObject({ geometry, matrix, tint, skinned, morphWeights: weights }: DrawnObject): number {
      const at = objects.add(objectStride);
      const { array } = objects;
      matrix.toArray(array, at);
      array[at + objectField.tint] = tint?.r ?? 1;
      array[at + objectField.tint + 1] = tint?.g ?? 1;
      array[at + objectField.tint + 2] = tint?.b ?? 1;
      array[at + objectField.geometry] = getGeometryIndex(geometry);
      array[at + objectField.bones] = skinned ? bones.length / 16 : -1;
      array[at + objectField.boneCount] = skinned?.skeleton.bones.length ?? 0;
      array[at + objectField.morphs] = morphWeights.length;
      array[at + objectField.morphCount] = weights?.length ?? 0;
      if (skinned) {
        const first = bones.add(skinned.skeleton.bones.length * 16);
        writeBoneMatrices(skinned, bones.array, first);
      }
      if (weights) {
        const first = morphWeights.add(weights.length);
        morphWeights.array.set(weights, first);
      }
      return at / objectStride;
    },
    addPart(object: number, material: Material, { mode, start, count, order }: DrawRange): void {
      const at = parts.add(partStride);
      const { array } = parts;
      array[at + partField.object] = object;
      array[at + partField.surface] = getSurfaceIndex(material);
      array[at + partField.mode] = mode;
      array[at + partField.start] = start;
      array[at + partField.count] = count;
      array[at + partField.order] = order;
    },
    finish: (): DrawList => ({
      geometries,
      pixels,
      textures,
      surfaces: surfaces.copy(),
      objects: objects.copy(),
      parts: parts.copy(),
      bones: bones.copy(),
      morphWeights: morphWeights.copy(),
    }),
  };
};
