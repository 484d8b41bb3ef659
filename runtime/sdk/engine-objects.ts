import { ApiError } from '#spec/errors.ts';
import { MutableVersionCounter } from '../scene/version-counter.ts';
import { createAxes } from './engine-node.ts';
import { EngineObject, type EngineObjectContext, rejectUnsupported } from './engine-object.ts';
import type { Prefab } from '../scene/assets/prefab.ts';
import type { ObjectSource } from '../scene/objects/object-source.ts';
import type { SceneObject } from '../scene/scene-object.ts';
import type { Engine, ExistingObject } from './api.ts';

/** A prefab for an object that exists in the engine already. */
interface ExistingPrefab<Handle> extends Prefab {
  readonly handle: Handle;
}

export const toPrefab = <Handle>({
  handle,
  name,
  type = '',
}: ExistingObject<Handle>): ExistingPrefab<Handle> => ({
  ...{ handle, name, type },
  ...{ components: [], materials: [], children: [] },
});

/** Creates the objects of a scene in an engine. */
export const createEngineObjects = <Handle>(engine: Engine<Handle>): ObjectSource => {
  const context: EngineObjectContext<Handle> = {
    engine,
    axes: createAxes(engine),
    structure: new MutableVersionCounter(),
    appearance: new MutableVersionCounter(),
  };
  const { structure, appearance } = context;
  return {
    ...{ structure, appearance },
    effects: { all: () => [] },
    listElements: () =>
      Object.entries(engine.spawn ? (engine.spawnables?.() ?? {}) : {}).map(([menuPath, toolTip]) => ({
        menuPath,
        toolTip,
      })),
    listColors: () => [],
    createFromElement: (identity) =>
      new EngineObject(
        identity,
        engine.spawn ? engine.spawn(identity.type, identity.tag) : rejectUnsupported('spawn objects'),
        context,
      ),
    copy: (identity, _, source) =>
      new EngineObject(
        identity,
        engine.copy
          ? engine.copy((source as EngineObject<Handle>).handle, identity.tag)
          : rejectUnsupported('copy objects'),
        context,
      ),
    createFromPrefab: (identity, _, prefab) =>
      new EngineObject(identity, (prefab as ExistingPrefab<Handle>).handle, context),
    getPrefab(asset) {
      throw new ApiError('ASSET_NOT_FOUND', `This runtime can't spawn assets, such as '${asset}'.`, {
        asset,
      });
    },
    assertImage: () => rejectUnsupported('show images'),
  };
};

/** Returns the engine's handle of a scene object. */
export const getObjectHandle = <Handle>(object: SceneObject): Handle =>
  (object as EngineObject<Handle>).handle;
