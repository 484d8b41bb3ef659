import { defaultLayers } from '../../scene/scene-layers.ts';
import { dropdown } from '../dsl/ports.ts';

/** Layers have 32 indexes, of which three are reserved. */
const layerIndexes = Array.from({ length: 32 }, (_, index) => index).filter(
  (index) => index < 6 || index > 8,
);

const getLayerLabel = (index: number): string =>
  defaultLayers.find((layer) => layer.index === index)?.name ?? `Layer ${index}`;

/**
 * Index of a layer by its label. Ports have their options before there is a scene: a layer is called as it is at the
 * start, or by its index, and stays the same one whatever name it is given.
 */
export const layerIndexByLabel: ReadonlyMap<string, number> = new Map(
  layerIndexes.map((index) => [getLayerLabel(index), index]),
);

const [first = '', ...others] = layerIndexByLabel.keys();

/** One of the layers that there can be. */
export const layerPort = dropdown(first, ...others);

/** One of the layers that there can be, or all of them. */
export const anyLayerPort = dropdown('Any', first, ...others);
