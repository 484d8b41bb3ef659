/** Creates the objects of the headless three.js scene, from components and materials. */
import { createPrefab } from '../assets/prefab.ts';
import {
  applyBlueprint,
  type Blueprint,
  type ComponentListener,
  createSceneObject,
  type MutableSceneObject,
  type ObjectIdentity,
  toBlueprint,
} from '../scene-object.ts';
import { listColors } from '../main-colors.ts';
import { createSceneResources } from '../scene-resources.ts';
import { spawnables } from '../spawnables.ts';
import type { Assets } from '../assets/assets.ts';
import type { ObjectSource } from './object-source.ts';

export const createHeadlessObjects = (assets: Assets): ObjectSource => {
  const resources = createSceneResources(assets);
  const create = (
    identity: ObjectIdentity,
    listener: ComponentListener,
    blueprint: Blueprint,
  ): MutableSceneObject => {
    const object = createSceneObject(identity, resources, listener);
    applyBlueprint(object, blueprint);
    return object;
  };
  const { structure, appearance, effects, assertImage } = resources;
  return {
    ...{ structure, appearance, effects, assertImage },
    listElements: () => spawnables,
    listColors,
    createFromElement(identity, listener) {
      // biome-ignore lint/style/noNonNullAssertion: the type is one of the listed elements
      const spawnable = spawnables.find(({ menuPath }) => menuPath === identity.type)!;
      return create(identity, listener, spawnable);
    },
    copy: (identity, listener, source) => create(identity, listener, toBlueprint(source)),
    getPrefab: (asset) => createPrefab(assets, asset),
    createFromPrefab: create,
  };
};
