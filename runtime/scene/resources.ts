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
import { createAssetResources } from './assets/asset-resources.ts';
import { Exceeded } from './exceeded.ts';
import { createFont } from './text/font.ts';
import type { BufferGeometry } from 'three';
import type { AssetResources } from './assets/asset-resources.ts';
import type { Assets } from './assets/assets.ts';
import type { Font } from './text/font.ts';

export interface Resources extends AssetResources {
  /** Building a geometry costs more than all else in a spawn, so that objects of one primitive share theirs. */
  primitive(name: Primitive): BufferGeometry;
  /** Of texts. */
  font(): Font;
  /** What all 3D texts together may say, as each character has a surface of its own. */
  readonly characters: Budget;
}

interface Budget {
  /** @throws Exceeded when there is not so much left */
  take(amount: number): void;
  give(amount: number): void;
}

/** Some 10 kB each. */
const mostCharacters = 50_000;

const createCharacters = (): Budget => {
  let taken = 0;
  return {
    take(amount) {
      if (taken + amount > mostCharacters) {
        throw new Exceeded(
          `The 3D texts of the scene have ${taken} characters of ${mostCharacters} that they may have, so that there is no room for ${amount} more; destroy or shorten some first.`,
          mostCharacters,
        );
      }
      taken += amount;
    },
    give(amount) {
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

type Primitive = keyof typeof primitives;

export const primitiveNames = Object.keys(primitives) as [Primitive, ...Primitive[]];

export const createResources = (assets: Assets): Resources => {
  const built = new Map<Primitive, BufferGeometry>();
  let font: Font | undefined;
  return {
    ...createAssetResources(assets),
    primitive(name) {
      const shared = built.get(name) ?? primitives[name]();
      built.set(name, shared);
      return shared;
    },
    font() {
      font ??= createFont();
      return font;
    },
    characters: createCharacters(),
  };
};
