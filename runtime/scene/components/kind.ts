import type { Material, Object3D } from 'three';
import type { Resources } from '../resources.ts';
import type { Slots, ValuesOf } from './slots.ts';

/** What a component is drawn with. */
export interface Workshop {
  readonly resources: Resources;
  /** The material at an index of the object; made when nobody has asked for it yet. */
  material(index: number): Material;
  /** Gives the material at an index what it is to look like where its properties do not say otherwise. */
  base(index: number, base: Material): void;
}

/** A kind of component: what objects with it can be told, and how it is drawn. */
export interface Kind<S extends Slots = Slots, Drawn extends Object3D = Object3D> {
  readonly name: string;
  readonly description: string;
  readonly slots: S;
  /** What is asked of all values together, when one of them is written or all are given. @throws Fault INVALID_VALUE */
  check?(values: ValuesOf<S>): void;
  /** What stands for it in the three.js scene, under the node of its object. */
  draw?(values: ValuesOf<S>, workshop: Workshop): Drawn;
  /** Gives what was drawn the looks of the values that are not structural, and of the materials. */
  show?(drawn: Drawn, values: ValuesOf<S>, workshop: Workshop): void;
  /** Gives back what drawing has taken. */
  discard?(drawn: Drawn, workshop: Workshop): void;
}

/** Declares a kind of component. */
export const kind = <S extends Slots, Drawn extends Object3D>(declared: Kind<S, Drawn>): Kind<S, Drawn> =>
  declared;
