/** The discovery items that every scene has, whatever its objects are. */
import { listComponentNames } from './object-properties.ts';
import type { Midi } from '../integrations/midi.ts';
import type { RuntimeServices } from '../runtime-services.ts';
import type { Scene } from './scene.ts';

export type DiscoveryItems = Record<string, unknown>[];

export const listObjectItems = (scene: Scene): DiscoveryItems =>
  scene.list().map((object) => {
    const { name, tag, id, type, active } = object;
    const layer = scene.layers.get(object.layer).name;
    const parent = scene.getParent(object)?.tag ?? null;
    return { name, tag, id, type, active, layer, parent, components: listComponentNames(object) };
  });

export const listLayerItems = ({ layers }: Scene): DiscoveryItems =>
  layers.list().map(({ index, name }) => ({ name, index }));

export const listSceneItems = (scenes: Pick<RuntimeServices['scenes'], 'list'>): DiscoveryItems =>
  scenes.list().map(({ scene: name, ...metadata }) => ({ name, ...metadata }));

/** Lists the MIDI devices. A device can have an input and an output. */
export const listMidiDeviceItems = (midi: Pick<Midi, 'listDevices'>): DiscoveryItems => {
  const { inputs, outputs } = midi.listDevices();
  const names = new Map([...inputs, ...outputs].map((port) => [port.name, port]));
  const has = (ports: typeof inputs, name: string) => ports.some((port) => port.name === name);
  return Array.from(names.values(), ({ name, isVirtual }) => ({
    ...{ name, input: has(inputs, name), output: has(outputs, name), isVirtual },
  }));
};
