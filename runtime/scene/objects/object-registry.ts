/**
 * The objects of a scene keyed by tag, id and node, with their hierarchy and the listeners for additions and removals.
 */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import type { Object3D } from 'three';
import type { ObjectSource } from './object-source.ts';
import type { ComponentListener, MutableSceneObject, ObjectIdentity, SceneObject } from '../scene-object.ts';

/** Why an object is removed: it is destroyed individually, or its whole scene is replaced. */
export type RemovalCause = 'destroyed' | 'unloaded';

/** The registry of a scene's objects. Members that `Scene` has too are documented in scene.ts. */
export const createObjectRegistry = ({
  structure,
  appearance,
}: Pick<ObjectSource, 'structure' | 'appearance'>) => {
  const byTag = new Map<string, MutableSceneObject>();
  const byNode = new Map<Object3D, MutableSceneObject>();
  const byId = new Map<string, MutableSceneObject>();
  const destroyListeners: ((object: SceneObject, cause: RemovalCause) => void)[] = [];
  const attachListeners: ((object: SceneObject, component: string) => void)[] = [];
  const detachListeners: ((object: SceneObject, component: string) => void)[] = [];
  let createdCount = 0;
  /** The objects that the current operation has created so far. */
  let createdInOperation: MutableSceneObject[] | undefined;

  const components: ComponentListener = {
    componentAdded(object, component) {
      for (const listener of attachListeners) listener(object, component);
    },
    componentRemoved(object, component) {
      for (const listener of detachListeners) listener(object, component);
    },
  };

  const getObjectsOfNodes = (nodes: readonly Object3D[]): MutableSceneObject[] =>
    nodes.flatMap((node) => byNode.get(node) ?? []);

  const get = (tag: string): MutableSceneObject => {
    const object = byTag.get(tag);
    if (object) return object;
    throw new ApiError('OBJECT_NOT_FOUND', `No scene object has the tag '${tag}'.`, () => ({
      object: tag,
      nearest: suggestNames(tag, byTag.keys()),
    }));
  };

  const listSubtree = ({ node }: SceneObject): MutableSceneObject[] => {
    const nodes: Object3D[] = [];
    node.traverse((member) => nodes.push(member));
    return getObjectsOfNodes(nodes);
  };

  const isTaken = (tag: string): boolean => byTag.has(tag);

  const assertTagIsFree = (tag: string): void => {
    if (!isTaken(tag)) return;
    throw new ApiError('ACTION_FAILED', `The tag '${tag}' is already used by another object.`, { tag });
  };

  const remove = (object: MutableSceneObject, cause: RemovalCause): void => {
    if (byTag.get(object.tag) === object) byTag.delete(object.tag);
    byNode.delete(object.node);
    byId.delete(object.id);
    for (const listener of destroyListeners) listener(object, cause);
    object.dispose();
  };

  const destroy = (object: SceneObject, cause: RemovalCause = 'destroyed'): number => {
    const subtree = listSubtree(object);
    removeFromParent(object.node);
    structure.increment();
    for (const member of subtree) remove(member, cause);
    return subtree.length;
  };

  const runAllOrNothing = <T>(run: () => T): T => {
    const newObjects: MutableSceneObject[] = [];
    createdInOperation = newObjects;
    try {
      return run();
    } catch (failure) {
      for (const object of newObjects) {
        removeFromParent(object.node);
        remove(object, 'destroyed');
      }
      throw failure;
    } finally {
      createdInOperation = undefined;
    }
  };

  return {
    get size(): number {
      return byTag.size;
    },
    /** The number of objects that have been created so far. */
    get createdCount(): number {
      return createdCount;
    },
    list: (): MutableSceneObject[] => [...byNode.values()],
    find: (tag: string): MutableSceneObject | undefined => byTag.get(tag),
    findById: (id: string): MutableSceneObject | undefined => byId.get(id),
    findByNode: (node: Object3D): MutableSceneObject | undefined => byNode.get(node),
    get,
    getParent: ({ node }: SceneObject): MutableSceneObject | undefined =>
      node.parent ? byNode.get(node.parent) : undefined,
    getChildren: ({ node }: SceneObject): MutableSceneObject[] => getObjectsOfNodes(node.children),
    listSubtree,
    isTaken,
    /**
     * Checks that a tag is not in use.
     * @throws ApiError ACTION_FAILED for a tag that is in use
     */
    assertTagIsFree,
    setTag(object: SceneObject, tag: string) {
      if (tag === object.tag) return;
      assertTagIsFree(tag);
      const registered = get(object.tag);
      byTag.delete(registered.tag);
      registered.tag = tag;
      byTag.set(tag, registered);
      appearance.increment();
    },
    /** Adds a new object, which is not attached to a parent yet. */
    register(
      identity: Omit<ObjectIdentity, 'id'>,
      create: (identity: ObjectIdentity, listener: ComponentListener) => MutableSceneObject,
    ): MutableSceneObject {
      createdCount += 1;
      const object = create({ id: `object-${createdCount}`, ...identity }, components);
      byTag.set(object.tag, object);
      byNode.set(object.node, object);
      byId.set(object.id, object);
      createdInOperation?.push(object);
      return object;
    },
    destroy,
    /** Runs a function that creates objects. If the function fails, all objects that it has created are removed. */
    runAtomically: runAllOrNothing,
    /** Replaces all objects with new ones, which may use the same tags. If `run` fails, the old objects are kept. */
    replaceAll<T>(run: () => T): T {
      const previous = [...byTag];
      byTag.clear();
      try {
        const newObjects = runAllOrNothing(run);
        for (const [, object] of previous) if (byNode.has(object.node)) destroy(object, 'unloaded');
        return newObjects;
      } catch (failure) {
        for (const [tag, object] of previous) byTag.set(tag, object);
        throw failure;
      }
    },
    onDestroyed(listener: (object: SceneObject, cause: RemovalCause) => void) {
      destroyListeners.push(listener);
    },
    onComponentAdded(listener: (object: SceneObject, component: string) => void) {
      attachListeners.push(listener);
    },
    onComponentRemoved(listener: (object: SceneObject, component: string) => void) {
      detachListeners.push(listener);
    },
  };
};

export type ObjectRegistry = ReturnType<typeof createObjectRegistry>;

/**
 * Removes a node from its parent and keeps the order of the other children. The function searches from both ends,
 * because most removed nodes are the newest or the oldest. three.js would search only from the front, past up to 10,000
 * nodes for the newest.
 */
export const removeFromParent = (node: Object3D): void => {
  const children = node.parent?.children ?? [];
  let [first, last] = [0, children.length - 1];
  while (first < last && children[first] !== node && children[last] !== node) {
    first += 1;
    last -= 1;
  }
  const index = children[last] === node ? last : first;
  if (children[index] !== node) return;
  children.splice(index, 1);
  node.parent = null;
};
