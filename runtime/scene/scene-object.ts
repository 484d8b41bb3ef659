import type { Object3D } from 'three';

/** One object of the scene. It is addressed by its tag; only the scene gives and changes tags. */
export interface SceneObject {
  /** Never changes and is never given again. */
  readonly id: string;
  readonly tag: string;
  /** Menu path of the spawnable that the object was made from. */
  readonly type: string;
  readonly components: readonly string[];
  readonly node: Object3D;
  /** Display name; several objects may share one. */
  name: string;
  /** Whether the object is active itself, whatever its parents are. */
  active: boolean;
  /** Index of its layer. */
  layer: number;
}

/** A scene object as its scene holds it. */
export interface OwnedObject extends SceneObject {
  tag: string;
}

/** Puts the parts of a scene object together; name, active and layer live in the node. */
export const createSceneObject = (
  parts: Pick<SceneObject, 'id' | 'tag' | 'type' | 'components' | 'node' | 'name'>,
): OwnedObject => {
  const { node } = parts;
  node.name = parts.name;
  let layer = 0;
  return {
    ...parts,
    get name() {
      return node.name;
    },
    set name(name) {
      node.name = name;
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
    },
  };
};
