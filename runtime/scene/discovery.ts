/** What the runtime has of each discovery data type (description: 'Root, discovery and meta'; register: C-22). */
import { transitions } from '#spec/actions/scenes.ts';
import { kinds } from './components/kinds.ts';
import { componentNames, objectProperties } from './properties.ts';
import { valuesOf } from './property.ts';
import { spawnables } from './spawnables.ts';
import type { RuntimeDataType } from '#spec/discovery.ts';
import type { Asset } from './assets/assets.ts';
import type { World } from '../world.ts';

type Items = Record<string, unknown>[];
export type Discover = (dataType: RuntimeDataType | 'spawnables') => Items;

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
  scenes,
  clock,
  assets,
}: Pick<World, 'scene' | 'scenes' | 'clock' | 'assets'>): Discover => {
  const lists: Partial<Record<Parameters<Discover>[0], () => Items>> = {
    spawnables: () => spawnables.map(({ menuPath, toolTip }) => ({ menuPath, toolTip })),
    'scene-objects': () =>
      scene.list().map((object) => {
        const { name, active } = valuesOf(objectProperties, object);
        const { tag, id, type } = object;
        const layer = scene.layers.find(object.layer).name;
        const parent = scene.parentOf(object)?.tag ?? null;
        return { name, tag, id, type, active, layer, parent, components: componentNames(object) };
      }),
    'runtime-assets': () =>
      assets
        .list()
        .filter(({ kind }) => kind !== 'scene')
        .map(itemOf),
    'bundled-assets': () =>
      assets
        .list()
        .filter(({ kind }) => kind === 'bundled')
        .map(itemOf),
    layers: () => scene.layers.list().map(({ index, name }) => ({ name, index })),
    scenes: () => scenes.list().map(({ scene: name, ...facts }) => ({ name, ...facts })),
    transitions: () => Object.entries(transitions).map(([name, description]) => ({ name, description })),
    'components-info': () => {
      const uses = scene.list().flatMap(componentNames);
      return [...new Set([...kinds.keys(), ...uses])].map((name) => {
        const { description, slots } = kinds.get(name) ?? {};
        return {
          name,
          ...(slots && { description, properties: Object.keys(slots) }),
          objectCount: uses.filter((used) => used === name).length,
        };
      });
    },
    'app-data': () => [
      { name: 'fixedStep', value: clock.fixedStep },
      { name: 'timeScale', value: clock.scale },
    ],
  };
  return (dataType) => lists[dataType]?.() ?? [];
};
