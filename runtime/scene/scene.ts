/** The headless three.js scene: its objects by tag, their family, their coming and going. */
import { Scene as ThreeScene } from 'three';
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import type { Vector3 } from '#spec/values.ts';
import { castOf, type Cast } from './assets/cast.ts';
import { type Blueprint, blueprintOf, build } from './blueprint.ts';
import { Exceeded } from './exceeded.ts';
import { createLayers } from './layers.ts';
import { stateOf } from './object-state.ts';
import { createSceneObject } from './scene-object.ts';
import { createResources } from './resources.ts';
import { leafOf, spawnables } from './spawnables.ts';
import { createTagMaker } from './tags.ts';
import { hasPassed } from './timing.ts';
import { setPosition, setRotation, setScale } from './transform.ts';
import type { Object3D } from 'three';
import type { Assets } from './assets/assets.ts';
import type { EffectList } from './effects/effect.ts';
import type { Layers } from './layers.ts';
import type { ComponentListener, OwnedObject, SceneObject } from './scene-object.ts';

/** What a new object is made from (description: scene.spawn). */
export type SpawnSource =
  | { readonly type: string }
  | { readonly sceneObject: string }
  | { readonly asset: string };

/** What a new object is like. What is absent comes from its source. Transforms are relative to the parent. */
interface SpawnTraits {
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
  /** How many objects there are. */
  readonly size: number;
  /** All objects in the order of their creation. */
  list(): SceneObject[];
  find(tag: string): SceneObject | undefined;
  withId(id: string): SceneObject | undefined;
  /** @throws Fault OBJECT_NOT_FOUND with the nearest tags. */
  get(tag: string): SceneObject;
  /** Undefined at the root. */
  parentOf(object: SceneObject): SceneObject | undefined;
  childrenOf(object: SceneObject): SceneObject[];
  /** The object whose node this is. */
  ownerOf(node: Object3D): SceneObject | undefined;
  /** The object, then its children and theirs. */
  familyOf(object: SceneObject): SceneObject[];
  /**
   * Adds an object, or nothing at all when any part of the request fails.
   * @throws Fault OBJECT_NOT_FOUND for an unknown source or parent; ASSET_NOT_FOUND; ACTION_FAILED for an unknown type,
   * an asset that is no object or cannot be read, a taken tag, an unknown layer or a scene that is full.
   */
  spawn(source: SpawnSource, traits?: SpawnTraits): SceneObject;
  /**
   * Adds copies of an object with its descendants, or none when there is no room for all.
   * @throws Fault as `spawn` does.
   */
  duplicate(tag: string, count: number, traits?: SpawnTraits): SceneObject[];
  /** Removes an object with its descendants. @returns how many objects that were. */
  destroy(object: SceneObject): number;
  /**
   * Puts other objects in the place of all that there are, or changes nothing when they cannot be made.
   * @param roles with tags that differ
   * @throws Fault ACTION_FAILED for more objects than the scene holds, and for what cannot be drawn
   */
  replace(roles: readonly Cast[]): void;
  /**
   * Removes an object when this many simulated seconds have passed; 0 removes it in the coming `advance`.
   * A later call for the same object replaces the earlier.
   */
  destroyAfter(object: SceneObject, seconds: number): void;
  /**
   * Hangs an object under another, or under the root (null).
   * @param keepWorld whether it stays where it is in the world.
   * @throws Fault ACTION_FAILED when the new parent is the object itself or descends from it.
   */
  setParent(object: SceneObject, parent: SceneObject | null, keepWorld: boolean): void;
  /** @throws Fault ACTION_FAILED when another object has the tag. */
  setTag(object: SceneObject, tag: string): void;
  /** @throws Fault INVALID_VALUE for what is no image asset; ACTION_FAILED for one that cannot be read */
  expectImage(asset: string): void;
  /** Tells of every object that is removed, after it has left. */
  onDestroyed(listener: (object: SceneObject) => void): void;
  /** Tells of every component that an object gets, after it has; a new object may still be on its way into the scene. */
  onAttached(listener: (object: SceneObject, component: string) => void): void;
  /** Tells of every component that an object loses while it stays, after it has. */
  onDetached(listener: (object: SceneObject, component: string) => void): void;
  /** Lets simulated seconds pass: delayed removals fall due. */
  advance(deltaTime: number): void;
  /** Layers and objects as plain data. */
  state(): unknown;
}

interface SceneOptions {
  /** The most objects that the scene holds. */
  readonly mostObjects: number;
  readonly assets: Assets;
}

/** Creates a scene with nothing in it; see default-scene.ts for the one that a runtime starts with. */
export const createScene = ({ mostObjects, assets }: SceneOptions): Scene => {
  const root = new ThreeScene();
  const resources = createResources(assets);
  const layers = createLayers();
  const tags = createTagMaker();
  const byTag = new Map<string, OwnedObject>();
  const byNode = new Map<Object3D, OwnedObject>();
  const byId = new Map<string, OwnedObject>();
  const removals = new Map<SceneObject, { remaining: number }>();
  const listeners: ((object: SceneObject) => void)[] = [];
  const attachListeners: ((object: SceneObject, component: string) => void)[] = [];
  const detachListeners: ((object: SceneObject, component: string) => void)[] = [];
  let created = 0;
  /** Objects that came with what is under way. */
  let making: OwnedObject[] | undefined;

  const isTaken = (tag: string): boolean => byTag.has(tag);

  const get = (tag: string): OwnedObject => {
    const object = byTag.get(tag);
    if (object) return object;
    throw new Fault('OBJECT_NOT_FOUND', `No scene object has the tag '${tag}'.`, {
      object: tag,
      nearest: nearest(tag, byTag.keys()),
    });
  };

  const ownersOf = (nodes: readonly Object3D[]): OwnedObject[] =>
    nodes.flatMap((node) => byNode.get(node) ?? []);

  const childrenOf = ({ node }: SceneObject): OwnedObject[] => ownersOf(node.children);

  const familyOf = ({ node }: SceneObject): OwnedObject[] => {
    const nodes: Object3D[] = [];
    node.traverse((member) => nodes.push(member));
    return ownersOf(nodes);
  };

  const components: ComponentListener = {
    attached(object, component) {
      for (const listener of attachListeners) listener(object, component);
    },
    detached(object, component) {
      for (const listener of detachListeners) listener(object, component);
    },
  };

  /** Takes an object in, hanging nowhere yet. */
  const register = (
    identity: Omit<Parameters<typeof createSceneObject>[0], 'id'>,
    blueprint: Blueprint,
  ): OwnedObject => {
    created += 1;
    const object = createSceneObject({ ...identity, id: `object-${created}` }, resources, components);
    build(object, blueprint);
    byTag.set(object.tag, object);
    byNode.set(object.node, object);
    byId.set(object.id, object);
    making?.push(object);
    return object;
  };

  const create = (type: string, { name, tag }: SpawnTraits): OwnedObject => {
    const spawnable = spawnables.find(({ menuPath }) => menuPath === type);
    if (!spawnable) {
      const menuPaths = spawnables.map(({ menuPath }) => menuPath);
      throw new Fault(
        'ACTION_FAILED',
        `There is no element '${type}' to spawn; GET /api/discovery/spawnables lists them.`,
        { type, nearest: nearest(type, menuPaths), validOptions: menuPaths },
      );
    }
    const leaf = leafOf(type);
    return register({ type, name: name ?? leaf, tag: tag ?? tags.after(leaf, isTaken) }, spawnable);
  };

  const cast = (role: Cast, { name, tag }: SpawnTraits = {}, keepsTags = false): OwnedObject => {
    const { type, name: usual, saved, children } = role;
    const ownTag = tag ?? (keepsTags ? saved?.tag : undefined);
    const identity = { type, name: name ?? usual, tag: ownTag ?? tags.after(usual, isTaken) };
    const object = register(identity, role);
    if (saved) {
      object.node.position.fromArray(saved.position);
      object.node.quaternion.fromArray(saved.quaternion).normalize();
      object.node.scale.fromArray(saved.scale);
      object.active = saved.active;
      // a layer that is there no more is the one that objects fall back to
      object.layer = layers.list().some(({ index }) => index === saved.layer) ? saved.layer : 0;
    }
    object.settleHere();
    for (const child of children) object.node.add(cast(child, {}, keepsTags).node);
    return object;
  };

  const copy = (source: OwnedObject, { name, tag }: SpawnTraits = {}): OwnedObject => {
    const identity = {
      type: source.type,
      name: name ?? source.name,
      tag: tag ?? tags.after(source.tag, isTaken),
    };
    const twin = register(identity, blueprintOf(source));
    twin.node.position.copy(source.node.position);
    twin.node.quaternion.copy(source.node.quaternion);
    twin.node.scale.copy(source.node.scale);
    twin.settleHere();
    twin.active = source.active;
    twin.layer = source.layer;
    for (const child of childrenOf(source)) twin.node.add(copy(child).node);
    return twin;
  };

  const remove = (object: SceneObject): void => {
    if (byTag.get(object.tag) === object) byTag.delete(object.tag);
    byNode.delete(object.node);
    byId.delete(object.id);
    removals.delete(object);
    for (const listener of listeners) listener(object);
    for (const part of object.parts.values()) part.remove();
  };

  /** Makes all of something or, when a part of it is refused, nothing. */
  const wholly = <T>(make: () => T): T => {
    const made: OwnedObject[] = [];
    making = made;
    try {
      return make();
    } catch (failure) {
      for (const object of made) {
        object.node.removeFromParent();
        remove(object);
      }
      throw failure;
    } finally {
      making = undefined;
    }
  };

  const destroy = (object: SceneObject): number => {
    const family = familyOf(object);
    object.node.removeFromParent();
    for (const member of family) remove(member);
    return family.length;
  };

  const refuseTaken = (tag: string): void => {
    if (!isTaken(tag)) return;
    throw new Fault('ACTION_FAILED', `The tag '${tag}' is taken by another object.`, { tag });
  };

  const refuseFull = (more: number): void => {
    if (byTag.size + more <= mostObjects) return;
    throw new Exceeded(
      `The scene holds ${byTag.size} objects of ${mostObjects} that it may hold, so that there is no room for ${more} more; destroy some first.`,
      mostObjects,
    );
  };

  const parentOf = ({ node }: SceneObject): OwnedObject | undefined =>
    node.parent ? byNode.get(node.parent) : undefined;

  const madeOf = (
    source: Exclude<SpawnSource, { asset: string }> | { role: Cast },
    traits: SpawnTraits,
  ): OwnedObject => {
    if ('type' in source) return create(source.type, traits);
    return 'role' in source ? cast(source.role, traits) : copy(get(source.sceneObject), traits);
  };

  const spawn: Scene['spawn'] = (source, traits = {}) => {
    const original = 'sceneObject' in source ? get(source.sceneObject) : undefined;
    const parent = traits.parent === undefined ? original && parentOf(original) : get(traits.parent);
    const layer = traits.layer === undefined ? undefined : layers.find(traits.layer);
    if (traits.tag !== undefined) refuseTaken(traits.tag);
    const made = 'asset' in source ? { role: castOf(assets, source.asset) } : source;
    refuseFull(original ? familyOf(original).length : 'role' in made ? sizeOf(made.role) : 1);

    const object = madeOf(made, traits);
    (parent?.node ?? root).add(object.node);
    if (traits.position) setPosition(object, traits.position, 'local');
    if (traits.rotation) setRotation(object, traits.rotation, 'local');
    if (traits.scale) setScale(object, traits.scale);
    object.settleHere();
    if (layer) object.layer = layer.index;
    if (traits.active !== undefined) object.active = traits.active;
    return object;
  };

  // what has changed on disk is shown as it is now
  assets.onRead((tag) => {
    for (const object of byNode.values()) object.showAnew(tag);
  });

  return {
    root,
    layers,
    get size() {
      return byTag.size;
    },
    list: () => [...byNode.values()],
    find: (tag) => byTag.get(tag),
    withId: (id) => byId.get(id),
    get,
    parentOf,
    childrenOf,
    ownerOf: (node) => byNode.get(node),
    effects: resources.effects,
    familyOf,
    destroy,
    spawn: (source, traits) => wholly(() => spawn(source, traits)),
    duplicate(tag, count, traits) {
      refuseFull(count * familyOf(get(tag)).length);
      return wholly(() => Array.from({ length: count }, () => spawn({ sceneObject: tag }, traits)));
    },
    replace(roles) {
      const former = [...byTag];
      byTag.clear();
      try {
        refuseFull(roles.reduce((sum, role) => sum + sizeOf(role), 0));
        const made = wholly(() => roles.map((role) => cast(role, {}, true)));
        for (const [, object] of former) if (byNode.has(object.node)) destroy(object);
        for (const { node } of made) root.add(node);
      } catch (failure) {
        for (const [tag, object] of former) byTag.set(tag, object);
        throw failure;
      }
    },
    destroyAfter(object, seconds) {
      removals.set(object, { remaining: seconds });
    },
    setParent(object, parent, keepWorld) {
      if (parent && familyOf(object).includes(get(parent.tag))) {
        throw new Fault(
          'ACTION_FAILED',
          `'${object.tag}' cannot hang under '${parent.tag}', which is part of it.`,
          {
            object: object.tag,
            parent: parent.tag,
          },
        );
      }
      const under = parent?.node ?? root;
      if (keepWorld) under.attach(object.node);
      else under.add(object.node);
    },
    setTag(object, tag) {
      if (tag === object.tag) return;
      refuseTaken(tag);
      const owned = get(object.tag);
      byTag.delete(owned.tag);
      owned.tag = tag;
      byTag.set(tag, owned);
    },
    expectImage: resources.expectImage,
    onDestroyed(listener) {
      listeners.push(listener);
    },
    onAttached(listener) {
      attachListeners.push(listener);
    },
    onDetached(listener) {
      detachListeners.push(listener);
    },
    advance(deltaTime) {
      for (const [object, removal] of removals) {
        removal.remaining -= deltaTime;
        if (hasPassed(0, removal.remaining)) destroy(object);
      }
    },
    state: () => ({
      created,
      tags: tags.state(),
      layers: layers.list(),
      objects: [...byNode.values()].map((object) => ({
        ...stateOf(object),
        children: childrenOf(object).map(({ id }) => id),
        removedIn: removals.get(object)?.remaining,
      })),
    }),
  };
};

const sizeOf = ({ children }: Cast): number => children.reduce((sum, child) => sum + sizeOf(child), 1);
