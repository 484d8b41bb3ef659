/** What the runtime has of each discovery data type (description: 'Root, discovery and meta'; register: C-22). */
import { componentNames, objectProperties } from './properties.ts';
import { valuesOf } from './property.ts';
import { spawnables } from './spawnables.ts';
import type { RuntimeDataType } from '#spec/discovery.ts';
import type { Asset } from './assets/assets.ts';
import type { World } from '../world.ts';

type Items = Record<string, unknown>[];
type Discover = (dataType: RuntimeDataType | 'spawnables') => Items;

/** An asset by the name that actions take it by. */
const itemOf = ({ tag, kind, size, facts }: Asset): Items[number] => ({
  name: tag,
  type: kind,
  size,
  ...facts,
});

/** Lists what can be discovered; a data type of which the runtime has nothing is empty. */
export const createDiscovery = ({
  scene,
  clock,
  assets,
}: Pick<World, 'scene' | 'clock' | 'assets'>): Discover => {
  const lists: Partial<Record<Parameters<Discover>[0], () => Items>> = {
    spawnables: () => spawnables.map(({ menuPath, toolTip }) => ({ menuPath, toolTip })),
    'scene-objects': () =>
      scene.list().map((object) => {
        const { name, active } = valuesOf(objectProperties, object);
        const { tag, id, type } = object;
        return { name, tag, id, type, active };
      }),
    'runtime-assets': () => assets.list().map(itemOf),
    'bundled-assets': () =>
      assets
        .list()
        .filter(({ kind }) => kind === 'bundled')
        .map(itemOf),
    layers: () => scene.layers.list().map(({ index, name }) => ({ name, index })),
    'components-info': () => [...new Set(scene.list().flatMap(componentNames))].map((name) => ({ name })),
    'app-data': () => [
      { name: 'fixedStep', value: clock.fixedStep },
      { name: 'timeScale', value: clock.scale },
    ],
  };
  return (dataType) => lists[dataType]?.() ?? [];
};
