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
import { createFont } from './text/font.ts';
import type { BufferGeometry } from 'three';
import type { Font } from './text/font.ts';

export interface Resources {
  /** Building a geometry costs more than all else in a spawn, so that objects of one primitive share theirs. */
  primitive(name: Primitive): BufferGeometry;
  /** Of texts. */
  font(): Font;
}

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

export type Primitive = keyof typeof primitives;

export const primitiveNames = Object.keys(primitives) as [Primitive, ...Primitive[]];

export const createResources = (): Resources => {
  const built = new Map<Primitive, BufferGeometry>();
  let font: Font | undefined;
  return {
    primitive(name) {
      const shared = built.get(name) ?? primitives[name]();
      built.set(name, shared);
      return shared;
    },
    font() {
      font ??= createFont();
      return font;
    },
  };
};
