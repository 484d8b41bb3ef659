import { Color, InstancedMesh, Matrix4, PerspectiveCamera, SkinnedMesh, Sprite, Vector3 } from 'three';
import {
  type Light,
  objectField,
  objectStride,
  partField,
  type PartMode,
  partStride,
  type RenderFrame,
  type SharedGeometry,
  type SharedPixels,
  type Texture,
} from '../../../kernels/rasterizer/render-frame.ts';
import { surfaceStride } from '../../../kernels/rasterizer/surface.ts';
import { describeLight, fallbackLights, getBackground, getFog, isLight } from './describe-environment.ts';
import { describeSurface, getMap } from './describe-surface.ts';
import { assertImageSize, describeView, type ImageSize } from './describe-view.ts';
import { type Drawable, forEachDrawRange, isDrawable, writeBoneMatrices } from './drawable.ts';
import { createGeometryCache, createPixelsCache, describeTexture } from './shared-resources.ts';
import type { BufferGeometry, Camera, Material, Object3D, Scene, Texture as ThreeTexture } from 'three';

/**
 * Creates a function that describes frames for pictures. The function is fast enough for the scene's thread, because
 * geometries and texture pixels are copied only when they have changed. The other data belongs to the frame alone and
 * can be transferred to another thread.
 */
export const createFrameDescriber = () => {
  let serial = 0;
  const nextSerial = (): number => {
    serial += 1;
    return serial;
  };
  const resources = { geometry: createGeometryCache(nextSerial), pixels: createPixelsCache(nextSerial) };

  /**
   * Describes what a camera sees of a scene: the meshes (including skinned, morphed and instanced ones), lines, points
   * and sprites that are visible and on one of the camera's layers, with material colors, maps and opacities, lights,
   * fog and a background color. Shadows, environment maps, and textures other than `map` are not supported. A scene
   * without any light is drawn with default lights. The aspect ratio of the picture is applied to the camera.
   * @throws ApiError ACTION_FAILED for an unsupported image size, or a camera that sees nothing
   */
  return (scene: Scene, camera: Camera, size: ImageSize): RenderFrame => {
    assertImageSize(size);
    scene.updateMatrixWorld();
    const view = describeView(camera, size);
    const list = createDrawList(resources);
    const lights: Light[] = [];
    let lightCount = 0;

    const draw = (node: Drawable): void => {
      const objects = listInstanceMatrices(node, camera).map(list.addObject);
      forEachDrawRange(node, (material, mode, start, count) => {
        for (const object of objects)
          list.addPart(object, material, { mode, start, count, order: node.renderOrder });
      });
    };

    const visit = (node: Object3D, visible: boolean): void => {
      if (isLight(node)) lightCount += 1;
      const isVisible = visible && node.visible;
      if (isVisible && node.layers.test(camera.layers)) {
        if (isLight(node)) {
          const light = describeLight(node);
          if (light) lights.push(light);
        } else if (isDrawable(node)) draw(node);
      }
      for (const child of node.children) visit(child, isVisible);
    };
    visit(scene, true);

    return {
      width: size.width,
      height: size.height,
      view,
      background: getBackground(scene),
      fog: getFog(scene),
      lights: lightCount === 0 ? fallbackLights : lights,
      ...list.finish(),
    };
  };
};

/** Lists the matrices of all instances of a node. A node that is not an instanced mesh has a single matrix. */
const listInstanceMatrices = (node: Drawable, camera: Camera): DrawnObject[] => {
  const { geometry, matrixWorld } = node;
  if (node instanceof Sprite) return [{ geometry, matrix: computeSpriteMatrix(node, camera) }];
  if (node instanceof InstancedMesh) {
    return Array.from({ length: node.count }, (_, i) => {
      const matrix = new Matrix4().fromArray(node.instanceMatrix.array, i * 16).premultiply(matrixWorld);
      const tint = node.instanceColor ? new Color().fromBufferAttribute(node.instanceColor, i) : undefined;
      return { geometry, matrix, tint };
    });
  }
  const skinned = node instanceof SkinnedMesh ? node : undefined;
  return [{ geometry, matrix: matrixWorld, skinned, morphWeights: node.morphTargetInfluences }];
};

/**
 * Computes the matrix of a sprite, which faces the camera, is rotated by its material, and is shifted by its centre.
 */
const computeSpriteMatrix = (sprite: Sprite, camera: Camera): Matrix4 => {
  const { matrixWorld, material, center } = sprite;
  const position = new Vector3().setFromMatrixPosition(matrixWorld);
  const scale = new Vector3().setFromMatrixScale(matrixWorld);
  if (!material.sizeAttenuation && camera instanceof PerspectiveCamera) {
    const distance = -position.clone().applyMatrix4(camera.matrixWorldInverse).z;
    scale.multiplyScalar(distance);
  }
  const facing = new Matrix4().extractRotation(camera.matrixWorld);
  return facing
    .multiply(new Matrix4().makeRotationZ(material.rotation))
    .scale(new Vector3(scale.x, scale.y, 1))
    .multiply(new Matrix4().makeTranslation(0.5 - center.x, 0.5 - center.y, 0))
    .premultiply(new Matrix4().makeTranslation(position));
};

/** A cache of resources that are reused between pictures. */
interface SharedResourceCache {
  geometry(geometry: BufferGeometry): SharedGeometry;
  /** Returns the pixels of a texture; `undefined` when they are not available. */
  pixels(texture: ThreeTexture): SharedPixels | undefined;
}

/** A geometry to draw, with its world matrix. */
interface DrawnObject {
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

const createDrawList = (resources: SharedResourceCache) => {
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

interface NumberBuffer {
  /** The current array, which is replaced as the buffer grows. */
  array: Float64Array;
  length: number;
  /**
   * Appends zeros.
   * @returns the index of the first appended zero
   */
  add(count: number): number;
  copy(): Float64Array;
}

const createNumberBuffer = (): NumberBuffer => {
  const numbers: NumberBuffer = {
    array: new Float64Array(256),
    length: 0,
    add(count) {
      const at = numbers.length;
      numbers.length += count;
      if (numbers.length > numbers.array.length) {
        const { array } = numbers;
        numbers.array = new Float64Array(Math.max(numbers.length, array.length * 4));
        numbers.array.set(array);
      }
      return at;
    },
    copy: () => numbers.array.slice(0, numbers.length),
  };
  return numbers;
};
