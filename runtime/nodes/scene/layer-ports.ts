import { defaultLayers } from '../../scene/scene-layers.ts';
import { dropdown } from '../dsl/ports.ts';

/** Layers have 32 indexes, of which three are reserved. */
const layerIndexes = Array.from({ length: 32 }, (_, index) => index).filter(
  (index) => index < 6 || index > 8,
);

const getLayerLabel = (index: number): string =>
  defaultLayers.find((layer) => layer.index === index)?.name ?? `Layer ${index}`;

/**
 * Layer indexes keyed by label. A label is the initial name of a layer, or the layer's index, because ports need
 * options even before a scene exists. After a layer is renamed, its label still refers to the same layer.
 */
export const layerIndexByLabel: ReadonlyMap<string, number> = new Map(
  layerIndexes.map((index) => [getLayerLabel(index), index]),
);

const [first = '', ...otherLayers] = layerIndexByLabel.keys();

/** A port that selects one of all possible layers. */
export const layerPort = dropdown(first, ...otherLayers);

/** A port that selects one of all possible layers, or any layer. */
export const anyLayerPort = dropdown('Any', first, ...otherLayers);
