import { Fault } from '#spec/errors.ts';
import { shared } from '../components/values.ts';
import type { Scene } from '../scene.ts';
import type { Material } from '../materials/material.ts';
import type { Part } from '../components/part.ts';
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
  const { node, parts, materials } = object;
  const { position, quaternion, scale } = node;
  // field by field, without spreading: a scene has ten thousand of these
  return {
    tag: isTagged ? object.tag : undefined,
    name: object.name,
    type: object.type,
    active: object.active,
    layer: object.layer,
    position: [position.x, position.y, position.z],
    quaternion: [quaternion.x, quaternion.y, quaternion.z, quaternion.w],
    scale: [scale.x, scale.y, scale.z],
    components: Array.from(parts.values(), savedPart),
    materials: materials.map(savedMaterial),
    children: scene.childrenOf(object).map((child) => savedObject(scene, child, isTagged, depth + 1)),
  };
};

const savedPart = ({ kind, enabled, values }: Part) => ({
  kind: kind.name,
  enabled,
  properties: shared(values),
});

const savedMaterial = ({ shader, values }: Material) => ({
  shader: shader.name,
  properties: shared(values),
});
