/** What the runtime has of each discovery data type (description: 'Root, discovery and meta'; register: C-22). */
import { boundActions } from '#spec/input.ts';
import { transitions } from '#spec/actions/scenes.ts';
import { kinds } from './components/kinds.ts';
import { shaders } from './materials/shader.ts';
import {
  componentNames,
  materialName,
  objectProperties,
  transformName,
  transformProperties,
} from './properties.ts';
import { valuesOf } from './property.ts';
import { spawnables } from './spawnables.ts';
import type { RuntimeDataType } from '#spec/discovery.ts';
import type { Asset } from './assets/shelf.ts';
import type { RuntimeServices } from '../runtime-services.ts';

type Items = Record<string, unknown>[];
export type Discover = (dataType: RuntimeDataType | 'spawnables') => Items;

/** An asset by the name that actions take it by. */
const itemOf = ({ tag, kind, size, facts }: Asset): Items[number] => ({
  name: tag,
  type: kind,
  size,
  ...facts,
});

const ofMaterial = {
  description: 'How a surface of the object looks; which properties it has depends on its shader',
  properties: ['shader', ...new Set(shaders.flatMap(({ slots }) => Object.keys(slots)))],
};

/** What the objects of a scene can have under a name; further materials are called 'Material 1' and so on. */
const described = (name: string): { readonly description: string; readonly properties: string[] } => {
  if (name === transformName) {
    return {
      description: 'Where the object is, how it is turned and how large; every object has one',
      properties: Object.keys(transformProperties),
    };
  }
  const kind = kinds.get(name);
  return kind ? { description: kind.description, properties: Object.keys(kind.slots) } : ofMaterial;
};

/** What a fact is, and the action that makes it another. */
const changedBy = (action: string, description: string) => ({ description, action });

/** Lists what can be discovered; a data type of which the runtime has nothing is empty. */
export const createDiscovery = ({
  scene,
  scenes,
  cameras,
  clock,
  assets,
  midi,
  input,
}: Pick<
  RuntimeServices,
  'scene' | 'scenes' | 'cameras' | 'clock' | 'assets' | 'midi' | 'input'
>): Discover => {
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
      const names = [transformName, ...kinds.keys(), materialName(0)];
      const counts = new Map(names.map((name) => [name, 0]));
      for (const object of scene.list())
        for (const name of componentNames(object)) counts.set(name, (counts.get(name) ?? 0) + 1);
      return Array.from(counts, ([name, objectCount]) => {
        return { name, ...described(name), objectCount };
      });
    },
    'midi-devices': () => {
      const { inputs, outputs } = midi.devices();
      const names = new Map([...inputs, ...outputs].map((port) => [port.name, port]));
      const has = (ports: typeof inputs, name: string) => ports.some((port) => port.name === name);
      return Array.from(names.values(), ({ name, isVirtual }) => ({
        ...{ name, input: has(inputs, name), output: has(outputs, name), isVirtual },
      }));
    },
    'input-action': () =>
      input.actionNames().map((name) => ({ name, ...boundActions.get(name), value: input.action(name) })),
    'app-data': () => [
      { name: 'fixedStep', value: clock.fixedStep, description: 'Simulated seconds of a frame' },
      { name: 'timeScale', value: clock.scale, ...changedBy('time.setScale', 'How fast time passes') },
      { name: 'paused', value: clock.paused, ...changedBy('time.pause', 'Whether time stands still') },
      { name: 'scene', value: scenes.current, ...changedBy('scene.switch', 'Name of the active scene') },
      {
        ...{ name: 'camera', value: cameras.active?.tag ?? null },
        ...changedBy('camera.setActive', 'Tag of the main camera'),
      },
      { name: 'objectCount', value: scene.size, description: 'Objects of the active scene' },
    ],
  };
  return (dataType) => lists[dataType]?.() ?? [];
};
