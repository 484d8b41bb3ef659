/** What the runtime has of each discovery data type (description: 'Root, discovery and meta'; register: C-22). */
import { kinds } from './components/kinds.ts';
import { componentNames, objectProperties } from './properties.ts';
import { valuesOf } from './property.ts';
import { spawnables } from './spawnables.ts';
import type { RuntimeDataType } from '#spec/discovery.ts';
import type { World } from '../world.ts';

type Items = Record<string, unknown>[];
type Discover = (dataType: RuntimeDataType | 'spawnables') => Items;

/** Lists what can be discovered; a data type of which the runtime has nothing is empty. */
export const createDiscovery = ({ scene, clock }: Pick<World, 'scene' | 'clock'>): Discover => {
  const lists: Partial<Record<Parameters<Discover>[0], () => Items>> = {
    spawnables: () => spawnables.map(({ menuPath, toolTip }) => ({ menuPath, toolTip })),
    'scene-objects': () =>
      scene.list().map((object) => {
        const { name, active } = valuesOf(objectProperties, object);
        const { tag, id, type } = object;
        return { name, tag, id, type, active };
      }),
    layers: () => scene.layers.list().map(({ index, name }) => ({ name, index })),
    'components-info': () =>
      [...new Set([...kinds.keys(), ...scene.list().flatMap(componentNames)])].map((name) => ({ name })),
    'app-data': () => [
      { name: 'fixedStep', value: clock.fixedStep },
      { name: 'timeScale', value: clock.scale },
    ],
  };
  return (dataType) => lists[dataType]?.() ?? [];
};
