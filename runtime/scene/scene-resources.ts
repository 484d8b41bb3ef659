/** What many objects of a scene are drawn with. */
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
  /** Building a geometry costs more than all else in a spawn, so that objects of one primitive share theirs. */
  getPrimitive(name: PrimitiveName): BufferGeometry;
  /** Of texts. */
  getFont(): Font;
  /** What all 3D texts together may say, as each character has a surface of its own. */
  readonly characterBudget: Budget;
  /** Of the outlines of all vector shapes together. */
  readonly vertexBudget: Budget;
  /** Of all emitters together, as many as each may have. */
  readonly particleBudget: Budget;
  /** What is drawn and changes by itself. */
  readonly effects: EffectList;
  /**
   * What changes of who and what there is: objects, their names and families, components and what is drawn of them, and what
   * names assets or holds lists.
   */
  readonly structure: MutableVersionCounter;
  /** What else changes of how objects are shown, but for where they are: tags, whether they are active, properties. */
  readonly appearance: MutableVersionCounter;
}

interface Budget {
  /** @throws Exceeded when there is not so much left */
  reserve(amount: number): void;
  release(amount: number): void;
}

/** What all of some kind have together, as it is told: so many things of what has them. */
const createBudget = (most: number, owners: string, things: string): Budget => {
  let taken = 0;
  return {
    reserve(amount) {
      if (taken + amount > most) {
        throw new LimitExceededError(
          `The ${owners} of the scene have ${taken} ${things} of ${most} that they may have, so that there is no room for ${amount} more; destroy or shorten some first.`,
          most,
        );
      }
      taken += amount;
    },
    release(amount) {
      taken -= amount;
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
  // that of three.js stands upright; ours lies on the ground and faces up
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
    // some 10 kB each
    characterBudget: createBudget(50_000, '3D texts', 'characters'),
    // some 600 bytes each
    vertexBudget: createBudget(100_000, 'vector shapes', 'corners'),
    particleBudget: createBudget(50_000, 'emitters', 'particles'),
    effects: createEffectList(),
    structure: new MutableVersionCounter(),
    appearance: new MutableVersionCounter(),
  };
};
