/** The scene: its objects, which are addressed by tag, their hierarchy, creation and removal. */
import { type Object3D, Scene as ThreeScene } from 'three';
import { ApiError } from '#spec/errors.ts';
import { captureObjectState } from './object-properties.ts';
import { hasPassed } from './elapsed-time.ts';
import { LimitExceededError } from './limit-exceeded-error.ts';
import { attachKeepingWorldTransform, setPosition, setRotation, setScale } from './object-transform.ts';
import { createObjectFactory } from './objects/object-factory.ts';
import { createObjectRegistry, type RemovalCause } from './objects/object-registry.ts';
import { createLayers, type Layers } from './scene-layers.ts';
import type { Color, Vector3 } from '#spec/values.ts';
import type { Assets } from './assets/assets.ts';
import type { Prefab } from './assets/prefab.ts';
import type { EffectList } from './effects/effect.ts';
import type { ObjectSource } from './objects/object-source.ts';
import type { MutableSceneObject, SceneObject } from './scene-object.ts';
import type { VersionCounter } from './version-counter.ts';

/** The source from which an object is created (description: scene.spawn). */
export type SpawnSource =
  | { readonly type: string }
  | { readonly sceneObject: string }
  | { readonly asset: string }
  | { readonly prefab: Prefab };

/** Options of a new object. Absent options are taken from the source. Transforms are relative to the parent. */
interface SpawnOptions {
  readonly name?: string | undefined;
  readonly tag?: string | undefined;
  readonly position?: Vector3 | undefined;
  readonly rotation?: Vector3 | undefined;
  readonly scale?: Vector3 | undefined;
  readonly parent?: string | undefined;
  /** The name or index of a configured layer. */
  readonly layer?: string | number | undefined;
  readonly active?: boolean | undefined;
}

export interface Scene {
  /** The three.js scene, for rendering and simulation. */
  readonly root: ThreeScene;
  readonly layers: Layers;
  /** The drawn effects that change over time without being written to. */
  readonly effects: Pick<EffectList, 'all'>;
  /** Counts structural changes: changes to objects, names, the hierarchy, components, asset references, and lists. */
  readonly structure: VersionCounter;
  /** Counts other changes to how objects are shown, except effects, morph target weights and transforms. */
  readonly appearance: VersionCounter;
  readonly size: number;
  /** Lists all objects in creation order. */
  list(): SceneObject[];
  find(tag: string): SceneObject | undefined;
  findById(id: string): SceneObject | undefined;
  /**
   * Returns the object with a tag.
   * @throws ApiError OBJECT_NOT_FOUND for an unknown tag; the error suggests similar tags
   */
  get(tag: string): SceneObject;
  /** Returns the parent of an object; `undefined` for an object at the root. */
  getParent(object: SceneObject): SceneObject | undefined;
  getChildren(object: SceneObject): SceneObject[];
  /** Lists the main colors of an object: one per material in index order, or the color of its light. */
  listColors(object: SceneObject): Color[];
  findByNode(node: Object3D): SceneObject | undefined;
  /** Lists the object and its descendants. Parents come before their children. */
  listSubtree(object: SceneObject): SceneObject[];
  /**
   * Adds an object. If any part of the request fails, nothing changes.
   * @throws ApiError OBJECT_NOT_FOUND for an unknown source or parent; ASSET_NOT_FOUND; ACTION_FAILED for an unknown
   * type, an asset that is not an object or cannot be read, a tag in use, an unknown layer, or a full scene
   */
  spawn(source: SpawnSource, options?: SpawnOptions): SceneObject;
  /**
   * Adds copies of an object and its descendants. If there is no room for all copies, none is added.
   * @throws ApiError the same errors as `spawn`
   */
  duplicate(tag: string, count: number, options?: SpawnOptions): SceneObject[];
  /**
   * Removes an object and its descendants.
   * @returns the number of removed objects
   */
  destroy(object: SceneObject): number;
  /**
   * Replaces all objects. If the new objects cannot be created, nothing changes.
   * @param prefabs the prefabs of the new objects, with unique tags
   * @throws ApiError ACTION_FAILED when there are more objects than the scene allows, or an object cannot be drawn
   */
  replaceAll(prefabs: readonly Prefab[]): void;
  /**
   * Removes an object after a number of simulated seconds; 0 removes the object in the next `advance`. A later call for
   * the same object replaces an earlier call.
   */
  destroyAfter(object: SceneObject, seconds: number): void;
  /**
   * Moves an object under another object, or to the root if the parent is null.
   * @param keepWorld whether the object's world transform is preserved
   * @throws ApiError ACTION_FAILED when the new parent is the object itself or one of its descendants, or the hierarchy
   * would become too deep
   */
  setParent(object: SceneObject, parent: SceneObject | null, keepWorld: boolean): void;
  /**
   * Changes the tag of an object.
   * @throws ApiError ACTION_FAILED when another object has the tag
   */
  setTag(object: SceneObject, tag: string): void;
  /**
   * Checks that an asset is a readable image.
   * @throws ApiError INVALID_VALUE when the asset is not an image; ACTION_FAILED when it cannot be read
   */
  assertImage(asset: string): void;
  /** Calls the listener for every removed object, after the object has left the scene. */
  onDestroyed(listener: (object: SceneObject, cause: RemovalCause) => void): void;
  /** Calls the listener after a component was added. If its object is new, the object may not be in the scene yet. */
  onComponentAdded(listener: (object: SceneObject, component: string) => void): void;
  /** Calls the listener after a component was removed from an object that stays in the scene. */
  onComponentRemoved(listener: (object: SceneObject, component: string) => void): void;
  /** Advances simulated time, and performs delayed removals that are due. */
  advance(deltaTime: number): void;
  /** Returns whether no object is waiting to be removed. */
  isAtRest(): boolean;
  /** Returns the layers and objects as plain data. */
  state(): unknown;
}

interface SceneOptions {
  readonly maxObjects: number;
  readonly assets: Assets;
  /** Creates the objects. */
  readonly source: ObjectSource;
}

/** The maximum depth of the hierarchy. The depth is limited because operations on a subtree are recursive. */
const maxDepth = 256;

/** Creates an empty scene. default-scene.ts creates the scene that a runtime starts with. */
export const createScene = ({ maxObjects, assets, source: objectSource }: SceneOptions): Scene => {
  const root = new ThreeScene();
  const { structure, appearance, effects } = objectSource;
  const layers = createLayers();
  const registry = createObjectRegistry(objectSource);
  const factory = createObjectFactory(registry, layers, objectSource);
  const { get, getParent, getChildren, listSubtree, runAtomically } = registry;
  const removals = new Map<SceneObject, { remaining: number }>();
  registry.onDestroyed((object) => removals.delete(object));

  const assertCapacity = (more: number): void => {
    const { size } = registry;
    if (size + more <= maxObjects) return;
    throw new LimitExceededError(
      `The scene has ${size} of at most ${maxObjects} objects, so there is no room for ${more} more. Destroy some first.`,
      maxObjects,
    );
  };

  /**
   * Checks that attaching a subtree to a parent doesn't make the hierarchy too deep.
   * @param height the depth of the subtree to attach
   */
  const assertDepth = (parent: SceneObject, height: number): void => {
    let depth = height;
    for (let at: SceneObject | undefined = parent; at && depth <= maxDepth; at = getParent(at)) depth += 1;
    if (depth <= maxDepth) return;
    throw new LimitExceededError(
      `The hierarchy would be deeper than ${maxDepth} objects. Choose a parent further up.`,
      maxDepth,
    );
  };

  const isWithin = (object: SceneObject, ancestor: SceneObject): boolean => {
    let at: SceneObject | undefined = object;
    while (at && at !== ancestor) at = getParent(at);
    return at === ancestor;
  };

  const createFromSource = (
    source: Exclude<SpawnSource, { asset: string }>,
    options: SpawnOptions,
  ): MutableSceneObject => {
    if ('type' in source) return factory.createFromElement(source.type, options);
    return 'prefab' in source
      ? factory.createFromPrefab(source.prefab, options)
      : factory.cloneObject(get(source.sceneObject), options);
  };

  const spawn: Scene['spawn'] = (source, options = {}) => {
    const original = 'sceneObject' in source ? get(source.sceneObject) : undefined;
    const parent = options.parent === undefined ? original && getParent(original) : get(options.parent);
    const layer = options.layer === undefined ? undefined : layers.get(options.layer);
    if (options.tag !== undefined) registry.assertTagIsFree(options.tag);
    const resolved = 'asset' in source ? { prefab: objectSource.getPrefab(source.asset) } : source;
    assertCapacity(
      original
        ? listSubtree(original).length
        : 'prefab' in resolved
          ? countPrefabObjects(resolved.prefab)
          : 1,
    );
    const height = (): number => {
      if (original) return getTreeDepth(original, getChildren);
      return 'prefab' in resolved ? getTreeDepth(resolved.prefab, ({ children }) => children) : 1;
    };
    if (parent) assertDepth(parent, height());

    const object = createFromSource(resolved, options);
    (parent?.node ?? root).add(object.node);
    structure.increment();
    if (options.position) setPosition(object, options.position, 'local');
    if (options.rotation) setRotation(object, options.rotation, 'local');
    if (options.scale) setScale(object, options.scale);
    object.node.saveHomeTransform();
    if (layer) object.layer = layer.index;
    if (options.active !== undefined) object.active = options.active;
    return object;
  };

  // When a changed file has been read, components that refer to it show its new content. Objects that were created from
  // the file do not change.
  assets.onRead((tag) => {
    const { kind } = assets.get(tag);
    if (kind === 'scene' || kind === 'bundled') return;
    for (const object of registry.list()) object.refreshAsset(tag);
  });

  return {
    root,
    layers,
    effects,
    structure,
    appearance,
    get size() {
      return registry.size;
    },
    list: registry.list,
    find: registry.find,
    findById: registry.findById,
    get,
    getParent,
    getChildren,
    listColors: objectSource.listColors,
    findByNode: registry.findByNode,
    listSubtree,
    spawn: (source, options) => runAtomically(() => spawn(source, options)),
    duplicate(tag, count, options) {
      assertCapacity(count * listSubtree(get(tag)).length);
      return runAtomically(() => Array.from({ length: count }, () => spawn({ sceneObject: tag }, options)));
    },
    destroy: registry.destroy,
    replaceAll(prefabs) {
      const created = registry.replaceAll(() => {
        assertCapacity(prefabs.reduce((sum, prefab) => sum + countPrefabObjects(prefab), 0));
        return prefabs.map(factory.restoreFromPrefab);
      });
      for (const { node } of created) root.add(node);
      structure.increment();
    },
    destroyAfter(object, seconds) {
      removals.set(object, { remaining: seconds });
    },
    setParent(object, parent, keepWorld) {
      if (parent && isWithin(parent, object)) {
        throw new ApiError(
          'ACTION_FAILED',
          `'${object.tag}' cannot be moved under '${parent.tag}', which is one of its descendants.`,
          { object: object.tag, parent: parent.tag },
        );
      }
      const parentNode = parent?.node ?? root;
      if (object.node.parent === parentNode) return;
      if (parent) assertDepth(parent, getTreeDepth(object, getChildren));
      if (keepWorld) attachKeepingWorldTransform(parentNode, object.node);
      else parentNode.add(object.node);
      structure.increment();
    },
    setTag: registry.setTag,
    assertImage: objectSource.assertImage,
    onDestroyed: registry.onDestroyed,
    onComponentAdded: registry.onComponentAdded,
    onComponentRemoved: registry.onComponentRemoved,
    isAtRest: () => removals.size === 0,
    advance(deltaTime) {
      for (const [object, removal] of removals) {
        removal.remaining -= deltaTime;
        if (hasPassed(0, removal.remaining)) registry.destroy(object);
      }
    },
    state: () => ({
      created: registry.createdCount,
      tags: factory.state(),
      layers: layers.list(),
      objects: registry.list().map((object) => ({
        ...captureObjectState(object),
        children: getChildren(object).map(({ id }) => id),
        removedIn: removals.get(object)?.remaining,
      })),
    }),
  };
};

/** Returns the depth of a tree, counting its root. */
const getTreeDepth = <T>(first: T, below: (one: T) => readonly T[]): number => {
  let count = 0;
  for (let all: readonly T[] = [first]; all.length > 0; all = all.flatMap(below)) count += 1;
  return count;
};

const countPrefabObjects = ({ children }: Prefab): number =>
  children.reduce((sum, child) => sum + countPrefabObjects(child), 1);
