/** What a scene object is like, as plain data: all that actions and nodes can change, to the last bit. */
import { Light, PerspectiveCamera } from 'three';
import type { Object3D } from 'three';
import { colorsOf } from './appearance.ts';
import type { SceneObject } from './scene-object.ts';

export const stateOf = (object: SceneObject) => {
  const { id, tag, type, components, name, active, layer, node } = object;
  return {
    ...{ id, tag, type, components, name, active, layer },
    position: node.position.toArray(),
    // the quaternion alone decides; angles may differ for one and the same turn
    rotation: node.quaternion.toArray(),
    scale: node.scale.toArray(),
    colors: colorsOf(object),
    camera: cameraOf(node),
    intensity: node instanceof Light ? node.intensity : undefined,
  };
};

const cameraOf = (node: Object3D) => {
  if (!(node instanceof PerspectiveCamera)) return undefined;
  const { fov, aspect, near, far, zoom } = node;
  return { fov, aspect, near, far, zoom };
};
