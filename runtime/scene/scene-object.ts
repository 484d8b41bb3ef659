import { Object3D } from 'three';
import { createPart } from './components/part.ts';
import { createMaterial } from './materials/material.ts';
import type { Kind, Workshop } from './components/kind.ts';
import type { Part, Values } from './components/part.ts';
import type { Material } from './materials/material.ts';
import type { Shader } from './materials/shader.ts';
import type { Resources } from './resources.ts';

/** One object of the scene. It is addressed by its tag; only the scene gives and changes tags. */
export interface SceneObject {
  /** Never changes and is never given again. */
  readonly id: string;
  readonly tag: string;
  /** Menu path of the spawnable that the object was made from. */
  readonly type: string;
  readonly node: Object3D;
  /** Its components by name, in the order in which they came. */
  readonly parts: ReadonlyMap<string, Part>;
  /** What its components are drawn with. */
  readonly materials: readonly Material[];
  /** Display name; several objects may share one. */
  name: string;
  /** Whether the object is active itself, whatever its parents are. */
  active: boolean;
  /** Index of its layer. */
  layer: number;
  /** Takes where it is, relative to its parent, for where it belongs. */
  settleHere(): void;
  /** Puts it back to where it belongs. */
  resettle(): void;
  /** Where it belongs, as plain data. */
  home(): unknown;
  /** Gives it a component, in the place of one of that kind. */
  attach(kind: Kind, given?: Values): Part;
  detach(name: string): void;
  /** Gives it a material at an index, and shows it. */
  paint(index: number, shader: Shader, given?: Values): void;
}

/** A scene object as its scene holds it. */
export interface OwnedObject extends SceneObject {
  tag: string;
}

interface Identity {
  readonly id: string;
  readonly tag: string;
  readonly type: string;
  readonly name: string;
}

/**
 * Puts a scene object together; name, active and layer live in the node.
 * @param onDetached told of each component that it loses, after it has
 */
export const createSceneObject = (
  { name, ...identity }: Identity,
  resources: Resources,
  onDetached: (object: SceneObject, component: string) => void,
): OwnedObject => {
  const node = new Object3D();
  node.name = name;
  let layer = 0;
  const parts = new Map<string, Part>();
  const materials: Material[] = [];
  const workshop: Workshop = {
    resources,
    material(index) {
      materials[index] ??= createMaterial();
      return materials[index].built;
    },
  };
  const home = new Object3D();
  const detach = (component: string): void => {
    const part = parts.get(component);
    if (!part) return;
    part.remove();
    parts.delete(component);
    onDetached(object, component);
  };
  const object: OwnedObject = {
    ...identity,
    ...{ node, parts, materials },
    get name() {
      return node.name;
    },
    set name(given) {
      node.name = given;
    },
    get active() {
      return node.visible;
    },
    set active(active) {
      node.visible = active;
    },
    get layer() {
      return layer;
    },
    set layer(index) {
      layer = index;
      node.layers.set(index);
      for (const { drawn } of parts.values()) drawn?.traverse(({ layers }) => layers.set(index));
    },
    settleHere() {
      home.position.copy(node.position);
      home.quaternion.copy(node.quaternion);
      home.scale.copy(node.scale);
    },
    resettle() {
      node.position.copy(home.position);
      node.quaternion.copy(home.quaternion);
      node.scale.copy(home.scale);
    },
    home: () => [home.position, home.quaternion, home.scale].map((value) => value.toArray()),
    attach(kind, given) {
      detach(kind.name);
      const part = createPart(kind, node, workshop, given);
      parts.set(kind.name, part);
      return part;
    },
    detach,
    paint(index, shader, given) {
      materials[index] = createMaterial(shader, given);
      for (const part of parts.values()) part.show();
    },
  };
  return object;
};
