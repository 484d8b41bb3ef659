import { ApiError } from '#spec/errors.ts';
import { freezeValues } from '../components/shared-property-values.ts';
import type { Scene } from '../scene.ts';
import type { Material } from '../materials/material.ts';
import type { ComponentInstance } from '../components/component-instance.ts';
import type { SceneObject } from '../scene-object.ts';
import type { SavedObject } from './asset-documents.ts';

/** The deepest nesting of objects in one asset. Files with deeper nesting could not be parsed again. */
const maxNestingDepth = 40;

/**
 * Converts an object and its descendants to plain data.
 * @param isTagged whether to include tags
 * @throws ApiError ACTION_FAILED when objects are nested deeper than `maxNestingDepth`
 */
export const toSavedObject = (
  scene: Scene,
  object: SceneObject,
  isTagged = false,
  depth = 1,
): SavedObject => {
  if (depth > maxNestingDepth) {
    throw new ApiError('ACTION_FAILED', `Objects are nested more than ${maxNestingDepth} levels deep.`, {
      deepest: maxNestingDepth,
    });
  }
  const { node, components, materials } = object;
  const { position, quaternion, scale } = node;
  // The fields are listed explicitly, since spreading is too slow for scenes with ten thousand objects.
  return {
    tag: isTagged ? object.tag : undefined,
    name: object.name,
    type: object.type,
    active: object.active,
    layer: object.layer,
    position: [position.x, position.y, position.z],
    quaternion: [quaternion.x, quaternion.y, quaternion.z, quaternion.w],
    scale: [scale.x, scale.y, scale.z],
    components: Array.from(components.values(), toSavedComponent),
    materials: materials.map(toSavedMaterial),
    children: scene.getChildren(object).map((child) => toSavedObject(scene, child, isTagged, depth + 1)),
  };
};

const toSavedComponent = ({ type, enabled, values }: ComponentInstance) => ({
  kind: type.name,
  enabled,
  properties: freezeValues(values),
});

const toSavedMaterial = ({ shader, values }: Material) => ({
  shader: shader.name,
  properties: freezeValues(values),
});
