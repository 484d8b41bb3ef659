/** Collects warnings about additive clips that were started (description: 'Layer 2 actions', warnings). */
import type { animationActions } from '#spec/actions/animation.ts';
import type { ActionResult } from '#spec/contract/action-spec.ts';
import type { Playback } from './playback.ts';

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

/** @param all all playbacks of the object, including those just started */
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
