import { ApiError } from '#spec/errors.ts';
import { getAssetPath, getSceneName } from '#spec/asset-kinds.ts';
import { listComponentNames, objectProperties, transformProperties } from '../scene/object-properties.ts';
import { getPosition } from '../scene/object-transform.ts';
import { readValues, swapValue } from '../scene/property.ts';
import { createNameFilter } from '../shared/name-filter.ts';
import type { z } from 'zod';
import type { Actions } from '#spec/actions/index.ts';
import type { ObjectDetail, ObjectRecord } from '#spec/actions/scene-objects.ts';
import type { ActionParameters } from '#spec/contract/action-spec.ts';
import type { Vector3 } from '#spec/values.ts';
import type { ActionHandlers, RuntimeServices } from '../runtime-services.ts';
import type { SceneObject } from '../scene/scene-object.ts';
import type { Scene, SpawnSource } from '../scene/scene.ts';

/** Converts an object to the short record that lists contain. */
const toObjectRecord = (scene: Scene, object: SceneObject): z.output<typeof ObjectRecord> => ({
  tag: object.tag,
  id: object.id,
  name: object.name,
  type: object.type,
  active: object.active,
  layer: scene.layers.get(object.layer).name,
  parent: scene.getParent(object)?.tag ?? null,
  components: listComponentNames(object),
});

const toObjectDetail = (scene: Scene, object: SceneObject): z.output<typeof ObjectDetail> => ({
  ...toObjectRecord(scene, object),
  children: scene.getChildren(object).map(({ tag }) => tag),
  ...readValues(transformProperties, object),
  colors: scene.listColors(object),
});

const getDistance = (a: Vector3, b: Vector3): number => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);

/** Creates the filter used for both listing and searching. A criterion that is absent matches every object. */
const createObjectFilter = ({
  name,
  component,
}: {
  name?: string | undefined;
  component?: string | undefined;
}) => {
  const isNamed = createNameFilter(name);
  return (object: SceneObject): boolean =>
    isNamed(object.name) && (component === undefined || listComponentNames(object).includes(component));
};

const sortByDistance = (objects: readonly SceneObject[], point: Vector3, radius = Infinity): SceneObject[] =>
  objects
    .map((object) => ({ object, distance: getDistance(getPosition(object, 'world'), point) }))
    .filter(({ distance }) => distance <= radius)
    .sort((a, b) => a.distance - b.distance)
    .map(({ object }) => object);

const toSceneName = (path: string): string => getSceneName(path.slice(path.indexOf('/') + 1));

/**
 * Rejects every scene other than the active one.
 * @throws ApiError ACTION_FAILED
 */
const rejectInactiveScene = (name: string | undefined, { scenes }: RuntimeServices): void => {
  if (name === undefined || name === scenes.current) return;
  throw new ApiError(
    'ACTION_FAILED',
    `The scene '${name}' is not active, so it cannot be reset. Call scene.switch to load it as it was saved.`,
    { scene: name, current: scenes.current },
  );
};

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

/** The scene actions, except those for colors. */
export const sceneHandlers = {
  spawn: (parameters, { scene: { spawn } }) => {
    const { tag, id } = spawn(toSpawnSource(parameters), parameters);
    return { object: tag, id };
  },
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
  list: (_, { scenes }) => ({ scenes: scenes.list(), current: scenes.current }),
  current: (_, { scenes, scene, cameras }) => ({
    scene: scenes.current,
    objectCount: scene.size,
    camera: cameras.active?.tag ?? null,
  }),
  switch: ({ scene: name, transition, duration }, { scenes }) => {
    const previous = scenes.current;
    scenes.switchTo(name, transition, duration);
    return { previous, current: name };
  },
  reset: ({ scene: name }, services) => {
    rejectInactiveScene(name, services);
    return { objects: services.scenes.reset() };
  },
  save: async ({ scene: name, path }, { animations, assets, scenes, saveAssetFiles }) => {
    assets.assertProjectOpen();
    const sceneName = path === undefined ? (name ?? scenes.current) : toSceneName(path);
    const { asset, text } = animations.withBaseValues(() => scenes.saveActiveScene(sceneName));
    const assetPath = getAssetPath(asset);
    await saveAssetFiles([{ write: assetPath, text }], [asset]);
    return { path: assetPath };
  },
  setEnvironment: ({ skybox, fogColor, fogDensity, ambientColor }, { scenes }) => {
    scenes.setEnvironment({
      ...(skybox && { skybox }),
      ...(fogColor && { fogColor }),
      ...(fogDensity !== undefined && { fogDensity }),
      ...(ambientColor && { ambientColor }),
    });
    return { applied: scenes.environment };
  },
  'objects.destroy': ({ object, delay }, { scene }) => {
    const target = scene.get(object);
    if (delay === 0) return { removed: scene.destroy(target) };
    scene.destroyAfter(target, delay);
    return { removed: 0 };
  },
  'objects.setName': ({ object, name }, { scene }) =>
    swapValue(scene.get(object), objectProperties.name, name),
  'objects.setActive': ({ object, active }, { scene }) =>
    swapValue(scene.get(object), objectProperties.active, active),
  'objects.setLayer': ({ object, layer, includeChildren }, { scene }) => {
    const target = scene.get(object);
    const previous = scene.layers.get(target.layer).name;
    const { index } = scene.layers.get(layer);
    for (const member of includeChildren ? scene.listSubtree(target) : [target])
      objectProperties.layer.write(member, index);
    return { previous };
  },
  'objects.getLayer': ({ object }, { scene }) => {
    const { index, name } = scene.layers.get(scene.get(object).layer);
    return { layer: name, index };
  },
  'objects.list': ({ layer, parent, limit, offset, ...criteria }, { scene }) => {
    const index = layer === undefined ? undefined : scene.layers.get(layer).index;
    const parentObject = typeof parent === 'string' ? scene.get(parent) : undefined;
    const matching = scene
      .list()
      .filter(createObjectFilter(criteria))
      .filter((object) => index === undefined || object.layer === index)
      .filter((object) => parent === undefined || scene.getParent(object) === parentObject);
    const page = matching.slice(offset, offset + limit);
    return { count: matching.length, objects: page.map((object) => toObjectRecord(scene, object)) };
  },
  'objects.get': ({ object, include }, { scene }) => {
    const detail = toObjectDetail(scene, scene.get(object));
    if (!include) return { object: detail };
    return { object: Object.fromEntries(include.map((field) => [field, detail[field]])) };
  },
  'objects.find': ({ tag, near, radius, ...criteria }, { scene }) => {
    const isTagged = createNameFilter(tag);
    const matching = scene
      .list()
      .filter(createObjectFilter(criteria))
      .filter((object) => isTagged(object.tag));
    const objects = near ? sortByDistance(matching, near, radius) : matching;
    return { objects: objects.map((object) => toObjectRecord(scene, object)) };
  },
  'objects.duplicate': ({ object, name, position, count }, { scene }) => {
    const copies = scene.duplicate(object, count, { name, position });
    return { objects: copies.map((copy) => toObjectRecord(scene, copy)) };
  },
  'objects.setParent': ({ object, parent, keepWorld }, { scene }) => {
    const child = scene.get(object);
    const previous = scene.getParent(child)?.tag ?? null;
    scene.setParent(child, parent === null ? null : scene.get(parent), keepWorld);
    return { previous };
  },
  'objects.setTag': ({ object, tag }, { scene }) => {
    const target = scene.get(object);
    const previous = target.tag;
    scene.setTag(target, tag);
    return { previous };
  },
} satisfies Partial<ActionHandlers<Actions['scene']>>;
