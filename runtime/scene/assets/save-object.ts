import { Fault } from '#spec/errors.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { SavedObject } from './documents.ts';

/** Objects under each other that one asset holds: as many as its file may be nested. */
const deepest = 40;

/**
 * An object with all that hangs under it, as plain data.
 * @param isTagged whether with tags
 * @throws Fault ACTION_FAILED for a family of more than so many generations
 */
export const savedObject = (scene: Scene, object: SceneObject, isTagged = false, depth = 1): SavedObject => {
  if (depth > deepest) {
    throw new Fault('ACTION_FAILED', `Objects hang under each other more than ${deepest} deep.`, { deepest });
  }
  const { node, tag, name, type, active, layer, parts, materials } = object;
  const { x, y, z, w } = node.quaternion;
  return {
    ...(isTagged && { tag }),
    ...{ name, type, active, layer },
    position: [node.position.x, node.position.y, node.position.z],
    quaternion: [x, y, z, w],
    scale: [node.scale.x, node.scale.y, node.scale.z],
    components: [...parts.values()].map(({ kind, enabled, values }) => ({
      ...{ kind: kind.name, enabled },
      properties: { ...values },
    })),
    materials: materials.map(({ shader, values }) => ({ shader: shader.name, properties: { ...values } })),
    children: scene.childrenOf(object).map((child) => savedObject(scene, child, isTagged, depth + 1)),
  };
};
