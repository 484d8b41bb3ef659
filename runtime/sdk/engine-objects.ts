import { MutableVersionCounter } from '../scene/version-counter.ts';
import { createAxes } from './engine-node.ts';
import { EngineObject, type EngineObjectContext, rejectUnsupported } from './engine-object.ts';
import { getAssetName } from '../scene/assets/asset-name.ts';
import type { Prefab } from '../scene/assets/prefab.ts';
import type { ObjectSource } from '../scene/objects/object-source.ts';
import type { ObjectIdentity, SceneObject } from '../scene/scene-object.ts';
import type { Engine, ExistingObject } from './api.ts';
import type { EngineAssets } from './engine-assets.ts';

/** A prefab for an object that exists in the engine already. */
interface ExistingPrefab<Handle> extends Prefab {
  readonly handle: Handle;
}

export const toPrefab = <Handle>(
  engine: Engine<Handle>,
  { handle, name, type = '' }: ExistingObject<Handle>,
): ExistingPrefab<Handle> => ({
  ...{ handle, name, type, components: [], materials: [] },
  children: Array.from(engine.children?.(handle) ?? [], (child) => toPrefab(engine, { ...child, type })),
});

/** Copies the properties of all components that both objects have. */
const copyProperties = <Handle>(from: EngineObject<Handle>, to: EngineObject<Handle>): void => {
  for (const [component, { type, values }] of from.components) {
    const target = to.components.get(component);
    for (const [name, { readOnly }] of Object.entries(type.schema))
      if (!readOnly && target && name in target.type.schema) target.write(name, values[name] ?? null);
  }
};

/** Creates the objects of a scene in an engine. */
export const createEngineObjects = <Handle>(
  engine: Engine<Handle>,
  assets: EngineAssets<Handle>,
): ObjectSource => {
  const context: EngineObjectContext<Handle> = {
    engine,
    axes: createAxes(engine),
    structure: new MutableVersionCounter(),
    appearance: new MutableVersionCounter(),
  };
  const { structure, appearance } = context;
  const listMenuPaths = () => (engine.spawn ? (engine.spawnables?.() ?? {}) : {});
  const spawn = ({ type, tag }: ObjectIdentity): Handle =>
    engine.spawn && type in listMenuPaths()
      ? engine.spawn(type, tag)
      : rejectUnsupported(`create objects of the type '${type}'`);
  return {
    ...{ structure, appearance },
    effects: { all: () => [] },
    listElements: () =>
      Object.entries(listMenuPaths()).map(([menuPath, toolTip]) => ({
        menuPath,
        toolTip,
      })),
    listColors: () => [],
    createFromElement: (identity) => new EngineObject(identity, spawn(identity), context),
    copy(identity, _, source) {
      const original = source as EngineObject<Handle>;
      if (engine.copy) return new EngineObject(identity, engine.copy(original.handle, identity.tag), context);
      const copy = new EngineObject(identity, spawn(identity), context);
      copyProperties(original, copy);
      return copy;
    },
    createFromPrefab: (identity, _, prefab) =>
      new EngineObject(identity, (prefab as ExistingPrefab<Handle>).handle, context),
    getPrefab: (asset) =>
      toPrefab(engine, { handle: assets.load(asset), name: getAssetName(asset), type: asset }),
    assertImage: () => rejectUnsupported('show images'),
  };
};

/** Returns the engine's handle of a scene object. */
export const getObjectHandle = <Handle>(object: SceneObject): Handle =>
  (object as EngineObject<Handle>).handle;
