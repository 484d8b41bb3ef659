/** Resources for drawing that many objects of a scene share. */
import {
  BoxGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
  SRGBColorSpace,
  Texture,
  TorusGeometry,
} from 'three';
import { ApiError } from '#spec/errors.ts';
import { lazy } from '#spec/lazy.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { applyTextureSettings } from './assets/import-settings.ts';
import { createEffectList, type EffectList } from './effects/effect.ts';
import { LimitExceededError } from './limit-exceeded-error.ts';
import { createFont, type Font } from './text/font.ts';
import { MutableVersionCounter } from './version-counter.ts';
import type { BufferGeometry } from 'three';
import type { Assets } from './assets/assets.ts';
import type { ModelInstance } from './assets/models/model.ts';

/**
 * The find methods return `undefined` for an asset that is missing or unread. An unread asset is then requested, and the
 * object is drawn again as soon as the asset has been read.
 */
export interface SceneResources {
  instantiateModel(asset: string): ModelInstance | undefined;
  /** Returns the image size in pixels. */
  findImageSize(asset: string): { readonly width: number; readonly height: number } | undefined;
  findTexture(asset: string): Texture | undefined;
  /**
   * Checks that an asset is a readable image.
   * @throws ApiError INVALID_VALUE when the asset is not an image; ACTION_FAILED when the file cannot be read
   */
  assertImage(asset: string): void;
  /**
   * Returns a shared geometry. Geometries are shared because building one takes longer than all other parts of spawning
   * an object.
   */
  getPrimitive(name: PrimitiveName): BufferGeometry;
  getFont(): Font;
  /** Limits the total number of characters in all 3D texts, because each character has a surface of its own. */
  readonly characterBudget: Budget;
  /** Limits the total number of outline corners in all vector shapes. */
  readonly vertexBudget: Budget;
  /** Limits the total number of particles. Each emitter counts with its maximum number of particles. */
  readonly particleBudget: Budget;
  /** The drawn effects that change over time without being written to. */
  readonly effects: EffectList;
  /**
   * Counts structural changes: changes to objects, names, the hierarchy, components and what is drawn of them, asset
   * references, and lists.
   */
  readonly structure: MutableVersionCounter;
  /**
   * Counts other changes to how objects are shown, except transforms: changes to tags, active states and properties.
   */
  readonly appearance: MutableVersionCounter;
}

interface Budget {
  /**
   * Reserves a part of the budget.
   * @throws LimitExceededError when less than this amount is left
   */
  reserve(amount: number): void;
  release(amount: number): void;
}

/** Creates a limit that applies to all owners of one kind together. */
const createBudget = (max: number, owners: string, unit: string): Budget => {
  let used = 0;
  return {
    reserve(amount) {
      if (used + amount > max) {
        throw new LimitExceededError(
          `The ${owners} of the scene have ${used} of at most ${max} ${unit}, so there is no room for ${amount} more. Destroy or shorten some first.`,
          max,
        );
      }
      used += amount;
    },
    release(amount) {
      used -= amount;
    },
  };
};

/** Functions that create the primitive geometries. Lengths are in metres. */
const primitives = {
  cube: () => new BoxGeometry(),
  sphere: () => new SphereGeometry(0.5),
  capsule: () => new CapsuleGeometry(0.5, 1),
  cylinder: () => new CylinderGeometry(0.5, 0.5, 2),
  cone: () => new ConeGeometry(0.5, 1),
  torus: () => new TorusGeometry(0.4, 0.1),
  // The plane of three.js stands upright, whereas this plane lies on the ground and faces up.
  plane: () => new PlaneGeometry(10, 10).rotateX(-Math.PI / 2),
} as const satisfies Readonly<Record<string, () => BufferGeometry>>;

type PrimitiveName = keyof typeof primitives;

export const primitiveNames = Object.keys(primitives) as [PrimitiveName, ...PrimitiveName[]];

export const createSceneResources = (assets: Assets): SceneResources => {
  const built = new Map<PrimitiveName, BufferGeometry>();
  return {
    ...createAssetResources(assets),
    getPrimitive(name) {
      const shared = built.get(name) ?? primitives[name]();
      built.set(name, shared);
      return shared;
    },
    getFont: lazy(createFont),
    // Each character needs about 10 kB.
    characterBudget: createBudget(50_000, '3D texts', 'characters'),
    // Each corner needs about 600 bytes.
    vertexBudget: createBudget(100_000, 'vector shapes', 'corners'),
    particleBudget: createBudget(50_000, 'emitters', 'particles'),
    effects: createEffectList(),
    structure: new MutableVersionCounter(),
    appearance: new MutableVersionCounter(),
  };
};

const createAssetResources = (
  assets: Assets,
): Pick<SceneResources, 'instantiateModel' | 'findImageSize' | 'findTexture' | 'assertImage'> => {
  const textures = new Map<string, Texture>();

  const findTexture = (tag: string): Texture | undefined => {
    const content = assets.findContent(tag, 'image');
    if (!content) return undefined;
    const { image, settings } = content;
    const cached = textures.get(tag);
    const texture = cached?.image === image ? cached : new Texture();
    applyTextureSettings(texture, settings);
    if (texture === cached) return cached;
    texture.name = tag;
    texture.image = image;
    texture.colorSpace = SRGBColorSpace;
    texture.needsUpdate = true;
    textures.set(tag, texture);
    return texture;
  };

  return {
    instantiateModel(tag) {
      const content = assets.findContent(tag, 'model');
      if (!content) return undefined;
      const { model, settings } = content;
      const { root, clips, release } = model.instantiate();
      root.scale.multiplyScalar(settings.scale);
      return {
        root,
        clips,
        release() {
          release();
          if (model.instanceCount === 0) assets.unload(model);
        },
      };
    },
    findImageSize: (tag) => assets.findContent(tag, 'image')?.image,
    findTexture,
    assertImage(tag) {
      const images = assets.list().filter(({ kind }) => kind === 'image');
      if (images.some((image) => image.tag === tag)) return assets.assertAvailable(tag, 'image');
      const tags = images.map((image) => image.tag);
      throw new ApiError(
        'INVALID_VALUE',
        `'${tag}' is not an image of the project; expected the tag of an image.`,
        { asset: tag, expected: 'image', nearest: suggestNames(tag, tags) },
      );
    },
  };
};
