import { ApiError } from '#spec/errors.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ActionParameters } from '#spec/contract/action-spec.ts';
import { createColorProperty } from '../scene/main-colors.ts';
import { objectProperties } from '../scene/object-properties.ts';
import { swapValue } from '../scene/property.ts';
import { sceneObjectHandlers } from './scene-objects.ts';
import { sceneManagementHandlers } from './scene-management.ts';
import type { ActionHandlers } from './action-handler.ts';
import type { SpawnSource } from '../scene/scene.ts';

const toSpawnSource = ({
  type,
  sceneObject,
  asset,
}: ActionParameters<Actions['scene']['spawn']>): SpawnSource => {
  if (type !== undefined) return { type };
  if (sceneObject !== undefined) return { sceneObject };
  if (asset !== undefined) return { asset };
  throw new ApiError('INVALID_PARAMETERS', 'scene.spawn needs exactly one of type, sceneObject and asset.');
};

export const sceneHandlers = {
  spawn: (parameters, { scene: { spawn } }) => {
    const { tag, id } = spawn(toSpawnSource(parameters), parameters);
    return { object: tag, id };
  },
  setColor: ({ object, color, material }, { scene }) =>
    swapValue(scene.get(object), createColorProperty(material), color),
  createLayer: ({ index, name }, { scene: { layers } }) => {
    const previous = layers.set({ index, name });
    return { index, name, renamed: previous !== undefined && previous !== name };
  },
  deleteLayer: ({ index }, { scene }) => {
    scene.layers.remove(index);
    const affected = scene.list().filter(({ layer }) => layer === index);
    for (const object of affected) objectProperties.layer.write(object, 0);
    return { moved: affected.length };
  },
  clear: ({ preserve }, { scene }) => {
    const preserved = new Set(preserve.flatMap((tag) => scene.listSubtree(scene.get(tag))));
    const removed = scene.list().filter((object) => !preserved.has(object));
    for (const object of preserved) {
      const parent = scene.getParent(object);
      if (parent && !preserved.has(parent)) scene.setParent(object, null, true);
    }
    for (const object of removed) if (scene.find(object.tag) === object) scene.destroy(object);
    return { removed: removed.length };
  },
  ...sceneManagementHandlers,
  ...sceneObjectHandlers,
} satisfies ActionHandlers<Actions['scene']>;
