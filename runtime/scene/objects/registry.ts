/** Who is in a scene: its objects by tag, id and node, their family, and who wants to know of their coming and going. */
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import { build, type Blueprint } from '../blueprint.ts';
import { createSceneObject } from '../scene-object.ts';
import { takeOut } from './take-out.ts';
import type { Object3D } from 'three';
import type { Resources } from '../resources.ts';
import type { ComponentListener, OwnedObject, SceneObject } from '../scene-object.ts';

/** Why an object is removed: by itself, or because its whole scene gives way to another. */
export type RemovalCause = 'destroyed' | 'unloaded';

interface Identity {
  readonly tag: string;
  readonly type: string;
  readonly name: string;
}

/** What scene.ts says of the members that both have. */
export interface Registry {
  readonly size: number;
  list(): OwnedObject[];
  find(tag: string): OwnedObject | undefined;
  withId(id: string): OwnedObject | undefined;
  ownerOf(node: Object3D): OwnedObject | undefined;
  get(tag: string): OwnedObject;
  parentOf(object: SceneObject): OwnedObject | undefined;
  childrenOf(object: SceneObject): OwnedObject[];
  familyOf(object: SceneObject): OwnedObject[];
  isTaken(tag: string): boolean;
  /** @throws Fault ACTION_FAILED for a tag that is taken */
  refuseTaken(tag: string): void;
  setTag(object: SceneObject, tag: string): void;
  /** Takes a new object in, hanging nowhere yet. */
  register(identity: Identity, blueprint: Blueprint): OwnedObject;
  destroy(object: SceneObject, cause?: RemovalCause): number;
  /** Makes all of something or, when a part of it is refused, nothing. */
  wholly<T>(make: () => T): T;
  /** Makes other objects in the place of all that there are, whose tags are free for them, or keeps those. */
  instead<T>(make: () => T): T;
  onDestroyed(listener: (object: SceneObject, cause: RemovalCause) => void): void;
  onAttached(listener: (object: SceneObject, component: string) => void): void;
  onDetached(listener: (object: SceneObject, component: string) => void): void;
  /** How many objects there have been. */
  readonly created: number;
}

/** Creates a registry without objects. */
export const createRegistry = (resources: Resources): Registry => {
  const byTag = new Map<string, OwnedObject>();
  const byNode = new Map<Object3D, OwnedObject>();
  const byId = new Map<string, OwnedObject>();
  const destroyListeners: ((object: SceneObject, cause: RemovalCause) => void)[] = [];
  const attachListeners: ((object: SceneObject, component: string) => void)[] = [];
  const detachListeners: ((object: SceneObject, component: string) => void)[] = [];
  let created = 0;
  /** Objects that came with what is under way. */
  let making: OwnedObject[] | undefined;

  const components: ComponentListener = {
    attached(object, component) {
      for (const listener of attachListeners) listener(object, component);
    },
    detached(object, component) {
      for (const listener of detachListeners) listener(object, component);
    },
  };

  const ownersOf = (nodes: readonly Object3D[]): OwnedObject[] =>
    nodes.flatMap((node) => byNode.get(node) ?? []);

  const get = (tag: string): OwnedObject => {
    const object = byTag.get(tag);
    if (object) return object;
    throw new Fault('OBJECT_NOT_FOUND', `No scene object has the tag '${tag}'.`, () => ({
      object: tag,
      nearest: nearest(tag, byTag.keys()),
    }));
  };

  const familyOf = ({ node }: SceneObject): OwnedObject[] => {
    const nodes: Object3D[] = [];
    node.traverse((member) => nodes.push(member));
    return ownersOf(nodes);
  };

  const isTaken = (tag: string): boolean => byTag.has(tag);

  const refuseTaken = (tag: string): void => {
    if (!isTaken(tag)) return;
    throw new Fault('ACTION_FAILED', `The tag '${tag}' is taken by another object.`, { tag });
  };

  const remove = (object: SceneObject, cause: RemovalCause): void => {
    if (byTag.get(object.tag) === object) byTag.delete(object.tag);
    byNode.delete(object.node);
    byId.delete(object.id);
    for (const listener of destroyListeners) listener(object, cause);
    for (const part of object.parts.values()) part.remove();
  };

  const destroy = (object: SceneObject, cause: RemovalCause = 'destroyed'): number => {
    const family = familyOf(object);
    takeOut(object.node);
    resources.structure.note();
    for (const member of family) remove(member, cause);
    return family.length;
  };

  const wholly = <T>(make: () => T): T => {
    const made: OwnedObject[] = [];
    making = made;
    try {
      return make();
    } catch (failure) {
      for (const object of made) {
        takeOut(object.node);
        remove(object, 'destroyed');
      }
      throw failure;
    } finally {
      making = undefined;
    }
  };

  return {
    get size() {
      return byTag.size;
    },
    get created() {
      return created;
    },
    list: () => [...byNode.values()],
    find: (tag) => byTag.get(tag),
    withId: (id) => byId.get(id),
    ownerOf: (node) => byNode.get(node),
    get,
    parentOf: ({ node }) => (node.parent ? byNode.get(node.parent) : undefined),
    childrenOf: ({ node }) => ownersOf(node.children),
    familyOf,
    isTaken,
    refuseTaken,
    setTag(object, tag) {
      if (tag === object.tag) return;
      refuseTaken(tag);
      const owned = get(object.tag);
      byTag.delete(owned.tag);
      owned.tag = tag;
      byTag.set(tag, owned);
      resources.looks.note();
    },
    register(identity, blueprint) {
      created += 1;
      const object = createSceneObject({ ...identity, id: `object-${created}` }, resources, components);
      build(object, blueprint);
      byTag.set(object.tag, object);
      byNode.set(object.node, object);
      byId.set(object.id, object);
      making?.push(object);
      return object;
    },
    destroy,
    wholly,
    instead(make) {
      const former = [...byTag];
      byTag.clear();
      try {
        const made = wholly(make);
        for (const [, object] of former) if (byNode.has(object.node)) destroy(object, 'unloaded');
        return made;
      } catch (failure) {
        for (const [tag, object] of former) byTag.set(tag, object);
        throw failure;
      }
    },
    onDestroyed(listener) {
      destroyListeners.push(listener);
    },
    onAttached(listener) {
      attachListeners.push(listener);
    },
    onDetached(listener) {
      detachListeners.push(listener);
    },
  };
};
