/** Resources that many objects of a scene share for drawing. */
import {
  BoxGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import { lazy } from '#spec/lazy.ts';
import { createAssetResources } from './assets/asset-resources.ts';
import { MutableVersionCounter } from './version-counter.ts';
import { createEffectList } from './effects/effect.ts';
import { LimitExceededError } from './limit-exceeded-error.ts';
import { createFont } from './text/font.ts';
import type { BufferGeometry } from 'three';
import type { AssetResources } from './assets/asset-resources.ts';
import type { Assets } from './assets/assets.ts';
import type { EffectList } from './effects/effect.ts';
import type { Font } from './text/font.ts';

export interface SceneResources extends AssetResources {
  /** Returns a shared geometry. Building one costs more than everything else in a spawn. */
  getPrimitive(name: PrimitiveName): BufferGeometry;
  getFont(): Font;
  /** Limits the characters of all 3D texts together, because each character has a surface of its own. */
  readonly characterBudget: Budget;
  /** Limits the outlines of all vector shapes together. */
  readonly vertexBudget: Budget;
  /** Limits the particles of all emitters together, by the maximum of each. */
  readonly particleBudget: Budget;
  /** Drawn effects that change over time without writes. */
  readonly effects: EffectList;
  /**
   * Counts structural changes: objects, names, hierarchy, components and what is drawn of them, references to assets,
   * and lists.
   */
  readonly structure: MutableVersionCounter;
  /** Counts other changes of how objects are shown, except transforms: tags, the active state, properties. */
  readonly appearance: MutableVersionCounter;
}

interface Budget {
  /** @throws LimitExceededError when less than this is left */
  reserve(amount: number): void;
  release(amount: number): void;
}

/** Creates a limit for all owners of one kind together. */
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

/** Lengths are in metres. */
const primitives = {
  cube: () => new BoxGeometry(),
  sphere: () => new SphereGeometry(0.5),
  capsule: () => new CapsuleGeometry(0.5, 1),
  cylinder: () => new CylinderGeometry(0.5, 0.5, 2),
  cone: () => new ConeGeometry(0.5, 1),
  torus: () => new TorusGeometry(0.4, 0.1),
  // the plane of three.js stands upright; ours lies on the ground and faces up
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
    // about 10 kB each
    characterBudget: createBudget(50_000, '3D texts', 'characters'),
    // about 600 bytes each
    vertexBudget: createBudget(100_000, 'vector shapes', 'corners'),
    particleBudget: createBudget(50_000, 'emitters', 'particles'),
    effects: createEffectList(),
    structure: new MutableVersionCounter(),
    appearance: new MutableVersionCounter(),
  };
};
