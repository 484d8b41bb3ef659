import { defaultLayers } from '../../scene/scene-layers.ts';
import { dropdown } from '../dsl/ports.ts';

/** Layers have 32 indexes, three of which are reserved. */
const layerIndexes = Array.from({ length: 32 }, (_, index) => index).filter(
  (index) => index < 6 || index > 8,
);

const getLayerLabel = (index: number): string =>
  defaultLayers.find((layer) => layer.index === index)?.name ?? `Layer ${index}`;

/**
 * Layer indexes by label. Ports have their options before there is a scene, so a label is the initial name of a layer,
 * or its index. It always means the same layer, even after a rename.
 */
export const layerIndexByLabel: ReadonlyMap<string, number> = new Map(
  layerIndexes.map((index) => [getLayerLabel(index), index]),
);

const [first = '', ...otherLayers] = layerIndexByLabel.keys();

/** One of all possible layers. */
export const layerPort = dropdown(first, ...otherLayers);

/** One of all possible layers, or any. */
export const anyLayerPort = dropdown('Any', first, ...otherLayers);
