/** Blend layers of an object (description: 'Animation playback on a scene object'): each is held by one live playback at most. */
import { mostLayers } from '#spec/actions/animation.ts';
import { Fault } from '#spec/errors.ts';
import type { Playback, PlayRequest } from './playback.ts';

/**
 * The layers that playbacks are to hold: those that they name, and the lowest free ones for the others.
 * @throws Fault LAYER_OCCUPIED; nothing that plays is stopped for them
 */
export const layersFor = (
  tag: string,
  playing: readonly Playback[],
  requests: readonly PlayRequest[],
): readonly number[] => {
  const holders = new Map<number, string>(playing.map(({ layer, id }) => [layer, `the playback '${id}'`]));
  for (const { layer, clip } of requests) {
    if (layer === undefined) continue;
    const holder = holders.get(layer);
    if (holder !== undefined) throw occupied(tag, layer, holder);
    holders.set(layer, `'${clip}', which is to start with it`);
  }
  let lowest = 0;
  return requests.map(({ layer, clip }) => {
    if (layer !== undefined) return layer;
    while (holders.has(lowest)) lowest += 1;
    if (lowest >= mostLayers) throw full(tag);
    holders.set(lowest, clip);
    return lowest;
  });
};

const occupied = (object: string, layer: number, holder: string): Fault =>
  new Fault(
    'LAYER_OCCUPIED',
    `The layer ${layer} of '${object}' is held by ${holder}; leave 'layer' out for the lowest free one.`,
    { object, layer },
  );

const full = (object: string): Fault =>
  new Fault(
    'LAYER_OCCUPIED',
    `All ${mostLayers} layers of '${object}' are held; animation.stop ends what holds them.`,
    { object, limit: mostLayers },
  );
