/** Blend layers of an object (description: 'Animation playback on a scene object'): each is held by one live playback at most. */
import { maxAnimationLayers } from '#spec/actions/animation.ts';
import { ApiError } from '#spec/errors.ts';
import type { Playback, PlayRequest } from './playback.ts';

/**
 * The layers that playbacks are to hold: those that they name, and the lowest free ones for the others.
 * @throws Fault LAYER_OCCUPIED; nothing that plays is stopped for them
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
    holders.set(layer, `'${clip}', which is to start with it`);
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
    `The layer ${layer} of '${object}' is held by ${holder}; leave 'layer' out for the lowest free one.`,
    { object, layer },
  );

const createAllLayersOccupiedError = (object: string): ApiError =>
  new ApiError(
    'LAYER_OCCUPIED',
    `All ${maxAnimationLayers} layers of '${object}' are held; animation.stop ends what holds them.`,
    { object, limit: maxAnimationLayers },
  );
