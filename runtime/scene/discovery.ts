/** Lists the items of each discovery data type (description: 'Root, discovery and meta'; C-22). */
import { defaultInputActions } from '#spec/input-controls.ts';
import { transitions } from '#spec/actions/scenes.ts';
import { componentTypes } from './components/component-types.ts';
import { shaders } from './materials/shaders.ts';
import {
  listComponentNames,
  getMaterialName,
  transformComponentName,
  transformProperties,
} from './object-properties.ts';
import {
  type DiscoveryItems,
  listLayerItems,
  listMidiDeviceItems,
  listObjectItems,
  listSceneItems,
} from './discovery-items.ts';
import { spawnables } from './spawnables.ts';
import type { RuntimeDataType } from '#spec/discovery-data-types.ts';
import type { Asset } from './assets/asset-registry.ts';
import type { RuntimeServices } from '../runtime-services.ts';

type ListDiscoveryItems = (dataType: RuntimeDataType | 'spawnables') => DiscoveryItems;

/** Describes an asset under the name by which actions refer to it. */
const toAssetItem = ({ tag, kind, size, metadata }: Asset): DiscoveryItems[number] => ({
  name: tag,
  type: kind,
  size,
  ...metadata,
});

const materialDescription = {
  description: 'How a surface of the object looks; its properties depend on its shader',
  properties: ['shader', ...new Set(shaders.flatMap(({ schema }) => Object.keys(schema)))],
};

/** Describes a component with a given name. Additional materials are called 'Material 1' and so on. */
const describeComponent = (name: string): { readonly description: string; readonly properties: string[] } => {
  if (name === transformComponentName) {
    return {
      description: 'Position, rotation and scale; every object has one',
      properties: Object.keys(transformProperties),
    };
  }
  const kind = componentTypes.get(name);
  return kind ? { description: kind.description, properties: Object.keys(kind.schema) } : materialDescription;
};

const describeWithAction = (action: string, description: string) => ({ description, action });

/**
 * Creates a function that lists the items of a discovery data type. The list is empty when the runtime has no such
 * items.
 */
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
>): ListDiscoveryItems => {
  const lists: Partial<Record<Parameters<ListDiscoveryItems>[0], () => DiscoveryItems>> = {
    spawnables: () => spawnables.map(({ menuPath, toolTip }) => ({ menuPath, toolTip })),
    'scene-objects': () => listObjectItems(scene),
    'runtime-assets': () =>
      assets
        .list()
        .filter(({ kind }) => kind !== 'scene')
        .map(toAssetItem),
    'bundled-assets': () =>
      assets
        .list()
        .filter(({ kind }) => kind === 'bundled')
        .map(toAssetItem),
    layers: () => listLayerItems(scene),
    scenes: () => listSceneItems(scenes),
    transitions: () => Object.entries(transitions).map(([name, description]) => ({ name, description })),
    'components-info': () => {
      const names = [transformComponentName, ...componentTypes.keys(), getMaterialName(0)];
      const counts = new Map(names.map((name) => [name, 0]));
      for (const object of scene.list())
        for (const name of listComponentNames(object)) counts.set(name, (counts.get(name) ?? 0) + 1);
      return Array.from(counts, ([name, objectCount]) => {
        return { name, ...describeComponent(name), objectCount };
      });
    },
    'midi-devices': () => listMidiDeviceItems(midi),
    'input-action': () =>
      input
        .listActionNames()
        .map((name) => ({ name, ...defaultInputActions.get(name), value: input.getAction(name) })),
    'app-data': () => [
      { name: 'fixedStep', value: clock.fixedStep, description: 'Simulated seconds of a frame' },
      {
        name: 'timeScale',
        value: clock.scale,
        ...describeWithAction('time.setScale', 'How fast time passes'),
      },
      {
        name: 'paused',
        value: clock.paused,
        ...describeWithAction('time.pause', 'Whether time is paused'),
      },
      {
        name: 'scene',
        value: scenes.current,
        ...describeWithAction('scene.switch', 'Name of the active scene'),
      },
      {
        ...{ name: 'camera', value: cameras.active?.tag ?? null },
        ...describeWithAction('camera.setActive', 'Tag of the main camera'),
      },
      { name: 'objectCount', value: scene.size, description: 'Objects of the active scene' },
    ],
  };
  return (dataType) => lists[dataType]?.() ?? [];
};
