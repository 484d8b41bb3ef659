/** The headless three.js scene: its objects by tag, their family, their coming and going. */
import { Scene as ThreeScene } from 'three';
import { ApiError } from '#spec/errors.ts';
import type { Vector3 } from '#spec/values.ts';
import { createPrefab, type Prefab } from './assets/prefab.ts';
import { LimitExceededError } from './limit-exceeded-error.ts';
import { createLayers } from './scene-layers.ts';
import { captureObjectState } from './capture-object-state.ts';
import { createObjectFactory } from './objects/object-factory.ts';
import { createObjectRegistry, type RemovalCause } from './objects/object-registry.ts';
import { createSceneResources } from './scene-resources.ts';
import { hasPassed } from './elapsed-time.ts';
import { attachKeepingWorldTransform, setPosition, setRotation, setScale } from './object-transform.ts';
import type { Object3D } from 'three';
import type { Assets } from './assets/assets.ts';
import type { VersionCounter } from './version-counter.ts';
import type { EffectList } from './effects/effect.ts';
import type { Layers } from './scene-layers.ts';
import type { MutableSceneObject, SceneObject } from './scene-object.ts';

/** What a new object is made from (description: scene.spawn). */
export type SpawnSource =
  | { readonly type: string }
  | { readonly sceneObject: string }
  | { readonly asset: string };

/** What a new object is like. What is absent comes from its source. Transforms are relative to the parent. */
interface SpawnOptions {
  readonly name?: string | undefined;
  readonly tag?: string | undefined;
  readonly position?: Vector3 | undefined;
  readonly rotation?: Vector3 | undefined;
  readonly scale?: Vector3 | undefined;
  readonly parent?: string | undefined;
  /** Name or index of a configured layer. */
  readonly layer?: string | number | undefined;
  readonly active?: boolean | undefined;
}

export interface Scene {
  /** The three.js scene, for whatever renders or simulates it. */
  readonly root: ThreeScene;
  readonly layers: Layers;
  /** What is drawn of objects and changes by itself. */
  readonly effects: Pick<EffectList, 'all'>;
  /** Changes of who and what there is: objects, names, families, components, and what names assets or holds lists. */
  readonly structure: VersionCounter;
  /** Changes of how objects are shown otherwise. Effects, weights of morph targets and where things are count for nothing. */
  readonly appearance: VersionCounter;
  /** How many objects there are. */
  readonly size: number;
  /** All objects in the order of their creation. */
  list(): SceneObject[];
  find(tag: string): SceneObject | undefined;
  findById(id: string): SceneObject | undefined;
  /** @throws Fault OBJECT_NOT_FOUND with the nearest tags. */
  get(tag: string): SceneObject;
  /** Undefined at the root. */
  getParent(object: SceneObject): SceneObject | undefined;
  getChildren(object: SceneObject): SceneObject[];
  /** The object whose node this is. */
  findByNode(node: Object3D): SceneObject | undefined;
  /** The object, then its children and theirs. */
  listSubtree(object: SceneObject): SceneObject[];
  /**
   * Adds an object, or nothing at all when any part of the request fails.
   * @throws Fault OBJECT_NOT_FOUND for an unknown source or parent; ASSET_NOT_FOUND; ACTION_FAILED for an unknown type,
   * an asset that is no object or cannot be read, a taken tag, an unknown layer or a scene that is full.
   */
  spawn(source: SpawnSource, traits?: SpawnOptions): SceneObject;
  /**
   * Adds copies of an object with its descendants, or none when there is no room for all.
   * @throws Fault as `spawn` does.
   */
  duplicate(tag: string, count: number, traits?: SpawnOptions): SceneObject[];
  /** Removes an object with its descendants. @returns how many objects that were. */
  destroy(object: SceneObject): number;
  /**
   * Puts other objects in the place of all that there are, or changes nothing when they cannot be made.
   * @param roles with tags that differ
   * @throws Fault ACTION_FAILED for more objects than the scene holds, and for what cannot be drawn
   */
  replaceAll(roles: readonly Prefab[]): void;
  /**
   * Removes an object when this many simulated seconds have passed; 0 removes it in the coming `advance`.
   * A later call for the same object replaces the earlier.
   */
  destroyAfter(object: SceneObject, seconds: number): void;
  /**
   * Hangs an object under another, or under the root (null).
   * @param keepWorld whether it stays where it is in the world.
   * @throws Fault ACTION_FAILED when the new parent is the object itself or descends from it, or too many would hang under each other.
   */
  setParent(object: SceneObject, parent: SceneObject | null, keepWorld: boolean): void;
  /** @throws Fault ACTION_FAILED when another object has the tag. */
  setTag(object: SceneObject, tag: string): void;
  /** @throws Fault INVALID_VALUE for what is no image asset; ACTION_FAILED for one that cannot be read */
  assertImage(asset: string): void;
  /** Tells of every object that is removed, after it has left. */
  onDestroyed(listener: (object: SceneObject, cause: RemovalCause) => void): void;
  /** Tells of every component that an object gets, after it has; a new object may still be on its way into the scene. */
  onComponentAdded(listener: (object: SceneObject, component: string) => void): void;
  /** Tells of every component that an object loses while it stays, after it has. */
  onComponentRemoved(listener: (object: SceneObject, component: string) => void): void;
  /** Lets simulated seconds pass: delayed removals fall due. */
  advance(deltaTime: number): void;
  /** Layers and objects as plain data. */
  state(): unknown;
}

interface SceneOptions {
  /** The most objects that the scene holds. */
  readonly maxObjects: number;
  readonly assets: Assets;
}

/** Objects under each other: whatever is done to a family goes from each to those below it, one call within the other. */
const maxDepth = 256;

/** Creates a scene with nothing in it; see default-scene.ts for the one that a runtime starts with. */
export const createScene = ({ maxObjects, assets }: SceneOptions): Scene => {
  const root = new ThreeScene();
  const resources = createSceneResources(assets);
  const layers = createLayers();
  const registry = createObjectRegistry(resources);
  const maker = createObjectFactory(registry, layers);
  const { get, getParent, getChildren, listSubtree, runAtomically } = registry;
  const removals = new Map<SceneObject, { remaining: number }>();
  registry.onDestroyed((object) => removals.delete(object));

  const refuseFull = (more: number): void => {
    const { size } = registry;
    if (size + more <= maxObjects) return;
    throw new LimitExceededError(
      `The scene holds ${size} objects of ${maxObjects} that it may hold, so that there is no room for ${more} more; destroy some first.`,
      maxObjects,
    );
  };

  /** @param height generations of what is to hang there */
  const refuseDeep = (parent: SceneObject, height: number): void => {
    let depth = height;
    for (let at: SceneObject | undefined = parent; at && depth <= maxDepth; at = getParent(at)) depth += 1;
    if (depth <= maxDepth) return;
    throw new LimitExceededError(
      `More than ${maxDepth} objects would hang under each other; hang it further up.`,
      maxDepth,
    );
  };

  const isWithin = (part: SceneObject, whole: SceneObject): boolean => {
    let at: SceneObject | undefined = part;
    while (at && at !== whole) at = getParent(at);
    return at === whole;
  };

  const madeOf = (
    source: Exclude<SpawnSource, { asset: string }> | { role: Prefab },
    traits: SpawnOptions,
  ): MutableSceneObject => {
    if ('type' in source) return maker.createFromElement(source.type, traits);
    return 'role' in source
      ? maker.createFromPrefab(source.role, traits)
      : maker.cloneObject(get(source.sceneObject), traits);
  };

  const spawn: Scene['spawn'] = (source, traits = {}) => {
    const original = 'sceneObject' in source ? get(source.sceneObject) : undefined;
    const parent = traits.parent === undefined ? original && getParent(original) : get(traits.parent);
    const layer = traits.layer === undefined ? undefined : layers.get(traits.layer);
    if (traits.tag !== undefined) registry.assertTagIsFree(traits.tag);
    const made = 'asset' in source ? { role: createPrefab(assets, source.asset) } : source;
    refuseFull(original ? listSubtree(original).length : 'role' in made ? countPrefabObjects(made.role) : 1);
    const height = (): number => {
      if (original) return getTreeDepth(original, getChildren);
      return 'role' in made ? getTreeDepth(made.role, ({ children }) => children) : 1;
    };
    if (parent) refuseDeep(parent, height());

    const object = madeOf(made, traits);
    (parent?.node ?? root).add(object.node);
    resources.structure.increment();
    if (traits.position) setPosition(object, traits.position, 'local');
    if (traits.rotation) setRotation(object, traits.rotation, 'local');
    if (traits.scale) setScale(object, traits.scale);
    object.saveHomeTransform();
    if (layer) object.layer = layer.index;
    if (traits.active !== undefined) object.active = traits.active;
    return object;
  };

  // what has changed on disk is shown as it is now; objects that were made after a file stay what they are
  assets.onRead((tag) => {
    const { kind } = assets.get(tag);
    if (kind === 'scene' || kind === 'bundled') return;
    for (const object of registry.list()) object.refreshAsset(tag);
  });

  return {
    root,
    layers,
    effects: resources.effects,
    structure: resources.structure,
    appearance: resources.appearance,
    get size() {
      return registry.size;
    },
    list: registry.list,
    find: registry.find,
    findById: registry.findById,
    get,
    getParent,
    getChildren,
    findByNode: registry.findByNode,
    listSubtree,
    spawn: (source, traits) => runAtomically(() => spawn(source, traits)),
    duplicate(tag, count, traits) {
      refuseFull(count * listSubtree(get(tag)).length);
      return runAtomically(() => Array.from({ length: count }, () => spawn({ sceneObject: tag }, traits)));
    },
    destroy: registry.destroy,
    replaceAll(roles) {
      const made = registry.replaceAll(() => {
        refuseFull(roles.reduce((sum, role) => sum + countPrefabObjects(role), 0));
        return roles.map(maker.restoreFromPrefab);
      });
      for (const { node } of made) root.add(node);
      resources.structure.increment();
    },
    destroyAfter(object, seconds) {
      removals.set(object, { remaining: seconds });
    },
    setParent(object, parent, keepWorld) {
      if (parent && isWithin(parent, object)) {
        throw new ApiError(
          'ACTION_FAILED',
          `'${object.tag}' cannot hang under '${parent.tag}', which is part of it.`,
          {
            object: object.tag,
            parent: parent.tag,
          },
        );
      }
      const under = parent?.node ?? root;
      if (object.node.parent === under) return;
      if (parent) refuseDeep(parent, getTreeDepth(object, getChildren));
      if (keepWorld) attachKeepingWorldTransform(under, object.node);
      else under.add(object.node);
      resources.structure.increment();
    },
    setTag: registry.setTag,
    assertImage: resources.assertImage,
    onDestroyed: registry.onDestroyed,
    onComponentAdded: registry.onComponentAdded,
    onComponentRemoved: registry.onComponentRemoved,
    advance(deltaTime) {
      for (const [object, removal] of removals) {
        removal.remaining -= deltaTime;
        if (hasPassed(0, removal.remaining)) registry.destroy(object);
      }
    },
    state: () => ({
      created: registry.createdCount,
      tags: maker.state(),
      layers: layers.list(),
      objects: registry.list().map((object) => ({
        ...captureObjectState(object),
        children: getChildren(object).map(({ id }) => id),
        removedIn: removals.get(object)?.remaining,
      })),
    }),
  };
};

/** How many there are under each other, the first included. */
const getTreeDepth = <T>(first: T, below: (one: T) => readonly T[]): number => {
  let count = 0;
  for (let all: readonly T[] = [first]; all.length > 0; all = all.flatMap(below)) count += 1;
  return count;
};

const countPrefabObjects = ({ children }: Prefab): number =>
  children.reduce((sum, child) => sum + countPrefabObjects(child), 1);
