/** Checks playbacks before they start: their blend layers, and warnings about additive clips. */
import { type animationActions, maxAnimationLayers } from '#spec/actions/animation.ts';
import { ApiError } from '#spec/errors.ts';
import type { ActionResult } from '#spec/contract/action-spec.ts';
import type { Playback, PlayRequest } from './playback.ts';

/**
 * Assigns playbacks to the blend layers of an object, each of which can hold at most one live playback: to the requested
 * layer if a playback names one, otherwise to the lowest free layer.
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

type Warning = ActionResult<(typeof animationActions)['play']>['warnings'][number];

const describeUnboundTracks = (
  of: Playback,
  { clip, binding }: Playback,
  scope: 'clip' | 'base',
): Warning[] =>
  binding.unbound.length === 0
    ? []
    : [
        {
          ...{ code: 'additiveCoverageUnknown', clip: of.clip.name, scope },
          reason: binding.unbound.map(({ property, reason }) => `${property}: ${reason}`).join('; '),
          message: `Some tracks of '${clip.name}' have nothing to move, so its coverage is unknown.`,
        },
      ];

/**
 * Collects warnings about additive clips that were started (description: 'Layer 2 actions', warnings).
 * @param all all playbacks of the object, including those just started
 */
export const collectPlaybackWarnings = (
  started: readonly Playback[],
  all: readonly Playback[],
): Warning[] => {
  const bases = all.filter(({ additive }) => !additive);
  const written = new Set(bases.flatMap(({ binding }) => binding.properties));
  return started
    .filter(({ additive }) => additive)
    .flatMap((playback): Warning[] => {
      const clip = playback.clip.name;
      const properties = playback.binding.properties.filter((property) => !written.has(property));
      return [
        ...(properties.length === 0
          ? []
          : [
              {
                ...{ code: 'additiveNoBaseWriter' as const, clip, properties },
                message: `No base clip writes ${properties.join(', ')}, which '${clip}' adds to.`,
              },
            ]),
        ...describeUnboundTracks(playback, playback, 'clip'),
        ...bases.flatMap((base) => describeUnboundTracks(playback, base, 'base')),
      ];
    });
};
