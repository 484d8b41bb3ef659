/** Creates scene objects from an element, from a prefab of a file or an asset, or from another object. */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { getMenuLeaf } from './menu-path.ts';
import type { Prefab } from '../assets/prefab.ts';
import type { Layers } from '../scene-layers.ts';
import type { MutableSceneObject, SceneObject } from '../scene-object.ts';
import type { ObjectRegistry } from './object-registry.ts';
import type { ObjectSource } from './object-source.ts';

interface ObjectNaming {
  readonly name?: string | undefined;
  readonly tag?: string | undefined;
}

/**
 * Each method creates an object with its descendants. The object is not attached to a parent yet. A name or tag that
 * the caller omits is taken from the source.
 */
export const createObjectFactory = (
  { register, getChildren, isTaken }: ObjectRegistry,
  layers: Layers,
  source: ObjectSource,
) => {
  const tags = createTagGenerator();

  const createObject = (
    prefab: Prefab,
    { name, tag }: ObjectNaming,
    keepsTags: boolean,
  ): MutableSceneObject => {
    const { type, name: defaultName, saved, children } = prefab;
    const ownTag = tag ?? (keepsTags ? saved?.tag : undefined);
    const identity = { type, name: name ?? defaultName, tag: ownTag ?? tags.generate(defaultName, isTaken) };
    const object = register(identity, (complete, listener) =>
      source.createFromPrefab(complete, listener, prefab),
    );
    if (saved) {
      object.node.position.fromArray(saved.position);
      object.node.quaternion.fromArray(saved.quaternion).normalize();
      object.node.scale.fromArray(saved.scale);
      object.node.transformChanged();
      object.active = saved.active;
      // An object whose layer doesn't exist is put on layer 0.
      object.layer = layers.has(saved.layer) ? saved.layer : 0;
    }
    object.node.saveHomeTransform();
    for (const child of children) object.node.add(createObject(child, {}, keepsTags).node);
    return object;
  };

  const copy = (original: SceneObject, { name, tag }: ObjectNaming = {}): MutableSceneObject => {
    const identity = {
      type: original.type,
      name: name ?? original.name,
      tag: tag ?? tags.generate(original.tag, isTaken),
    };
    const clone = register(identity, (complete, listener) => source.copy(complete, listener, original));
    clone.node.position.copy(original.node.position);
    clone.node.quaternion.copy(original.node.quaternion);
    clone.node.scale.copy(original.node.scale);
    clone.node.transformChanged();
    clone.node.saveHomeTransform();
    clone.active = original.active;
    clone.layer = original.layer;
    for (const child of getChildren(original)) clone.node.add(copy(child).node);
    return clone;
  };

  return {
    /**
     * Creates an object from an element.
     * @throws ApiError ACTION_FAILED for an unknown element
     */
    createFromElement(menuPath: string, { name, tag }: ObjectNaming): MutableSceneObject {
      const menuPaths = source.listElements().map((element) => element.menuPath);
      if (!menuPaths.includes(menuPath)) {
        throw new ApiError(
          'ACTION_FAILED',
          `There is no element '${menuPath}' to spawn. GET /api/discovery/spawnables lists them.`,
          { type: menuPath, nearest: suggestNames(menuPath, menuPaths), validOptions: menuPaths },
        );
      }
      const leaf = getMenuLeaf(menuPath);
      const identity = { type: menuPath, name: name ?? leaf, tag: tag ?? tags.generate(leaf, isTaken) };
      return register(identity, source.createFromElement);
    },
    createFromPrefab: (prefab: Prefab, label: ObjectNaming = {}): MutableSceneObject =>
      createObject(prefab, label, false),
    /** Restores an object, and keeps the tags in the prefab. */
    restoreFromPrefab: (prefab: Prefab): MutableSceneObject => createObject(prefab, {}, true),
    cloneObject: copy,
    /** Returns the state that determines which tags are generated next, as plain data. */
    state: tags.state,
  };
};

const toTagStem = (base: string): string =>
  base
    .toLowerCase()
    .replace(/-\d+$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'object';

/** Generates tags. The same sequence of calls always results in the same tags, and no tag is generated twice. */
const createTagGenerator = () => {
  const counters = new Map<string, number>();
  return {
    /** Returns a tag such as `cube-1`, derived from a name ('Cube') or from a tag with a number (`cube-4`). */
    generate(base: string, isTaken: (tag: string) => boolean): string {
      const stem = toTagStem(base);
      let number = counters.get(stem) ?? 0;
      do number += 1;
      while (isTaken(`${stem}-${number}`));
      counters.set(stem, number);
      return `${stem}-${number}`;
    },
    /** Returns the state that determines which tags are generated next, as plain data. */
    state: (): unknown => Object.fromEntries(counters),
  };
};
