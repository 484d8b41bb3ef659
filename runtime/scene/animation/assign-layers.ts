/**
 * Assigns playbacks to the blend layers of an object (description: 'Animation playback on a scene object'). Each layer
 * can hold at most one live playback.
 */
import { maxAnimationLayers } from '#spec/actions/animation.ts';
import { ApiError } from '#spec/errors.ts';
import type { Playback, PlayRequest } from './playback.ts';

/**
 * Assigns layers to playbacks: the requested layer if a playback names one, otherwise the lowest free layer.
 * @throws ApiError LAYER_OCCUPIED when a layer is in use; no running playback is stopped to free a layer
 */
export const assignLayers = (
  tag: string,
  playing: readonly Playback[],
  requests: readonly PlayRequest[],
): readonly number[] => {
  const holders = new Map<number, string>(playing.map(({ layer, id }) => [layer, `the playback '${id}'`]));
  for (const { layer, clip } of requests) {
    if (layer === undefined) continue;
    const holder = holders.get(layer);
    if (holder !== undefined) throw createLayerOccupiedError(tag, layer, holder);
    holders.set(layer, `'${clip}', which starts in the same request`);
  }
  let lowest = 0;
  return requests.map(({ layer, clip }) => {
    if (layer !== undefined) return layer;
    while (holders.has(lowest)) lowest += 1;
    if (lowest >= maxAnimationLayers) throw createAllLayersOccupiedError(tag);
    holders.set(lowest, clip);
    return lowest;
  });
};

const createLayerOccupiedError = (object: string, layer: number, holder: string): ApiError =>
  new ApiError(
    'LAYER_OCCUPIED',
    `Layer ${layer} of '${object}' is occupied by ${holder}. Omit 'layer' to use the lowest free one.`,
    { object, layer },
  );

const createAllLayersOccupiedError = (object: string): ApiError =>
  new ApiError(
    'LAYER_OCCUPIED',
    `All ${maxAnimationLayers} layers of '${object}' are occupied. Use animation.stop to free some.`,
    { object, limit: maxAnimationLayers },
  );
