/** How new objects of a scene are made: from an element, after what a file or an asset holds, or after another object. */
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import { blueprintOf } from '../blueprint.ts';
import { leafOf, spawnables } from '../spawnables.ts';
import { createTagMaker } from '../tags.ts';
import type { Cast } from '../assets/cast.ts';
import type { Layers } from '../layers.ts';
import type { OwnedObject, SceneObject } from '../scene-object.ts';
import type { Registry } from './registry.ts';

interface Label {
  readonly name?: string | undefined;
  readonly tag?: string | undefined;
}

/** Each makes an object, with all below it, that hangs nowhere yet. What a label does not say comes from what it is made after. */
interface Maker {
  /** @throws Fault ACTION_FAILED for an unknown element */
  element(menuPath: string, label: Label): OwnedObject;
  cast(role: Cast, label?: Label): OwnedObject;
  /** Keeps the tags that the role has. */
  recast(role: Cast): OwnedObject;
  copy(source: SceneObject, label?: Label): OwnedObject;
  /** What the tags to come follow from, as plain data. */
  state(): unknown;
}

export const createMaker = ({ register, childrenOf, isTaken }: Registry, layers: Layers): Maker => {
  const tags = createTagMaker();

  const castAs = (role: Cast, { name, tag }: Label, keepsTags: boolean): OwnedObject => {
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
      object.layer = layers.has(saved.layer) ? saved.layer : 0;
    }
    object.settleHere();
    for (const child of children) object.node.add(castAs(child, {}, keepsTags).node);
    return object;
  };

  const copy = (source: SceneObject, { name, tag }: Label = {}): OwnedObject => {
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

  return {
    element(menuPath, { name, tag }) {
      const spawnable = spawnables.find((one) => one.menuPath === menuPath);
      if (!spawnable) {
        const menuPaths = spawnables.map((one) => one.menuPath);
        throw new Fault(
          'ACTION_FAILED',
          `There is no element '${menuPath}' to spawn; GET /api/discovery/spawnables lists them.`,
          { type: menuPath, nearest: nearest(menuPath, menuPaths), validOptions: menuPaths },
        );
      }
      const leaf = leafOf(menuPath);
      const identity = { type: menuPath, name: name ?? leaf, tag: tag ?? tags.after(leaf, isTaken) };
      return register(identity, spawnable);
    },
    cast: (role, label = {}) => castAs(role, label, false),
    recast: (role) => castAs(role, {}, true),
    copy,
    state: tags.state,
  };
};
