import type { Actions } from '#spec/actions/index.ts';
import type { Vector3 } from '#spec/values.ts';
import { createNameFilter } from '../shared/name-filter.ts';
import { listComponentNames, objectProperties } from '../scene/object-properties.ts';
import { swapValue } from '../scene/property.ts';
import { getPosition } from '../scene/object-transform.ts';
import { toObjectDetail, toObjectRecord } from './object-records.ts';
import type { ActionHandlers } from './action-handler.ts';
import type { SceneObject } from '../scene/scene-object.ts';

type ObjectActions = Pick<Actions['scene'], Extract<keyof Actions['scene'], `objects.${string}`>>;

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

export const sceneObjectHandlers = {
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
} satisfies ActionHandlers<ObjectActions>;

const sortByDistance = (objects: readonly SceneObject[], point: Vector3, radius = Infinity): SceneObject[] =>
  objects
    .map((object) => ({ object, distance: getDistance(getPosition(object, 'world'), point) }))
    .filter(({ distance }) => distance <= radius)
    .sort((a, b) => a.distance - b.distance)
    .map(({ object }) => object);
