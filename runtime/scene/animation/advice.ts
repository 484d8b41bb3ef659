/** What to know of additive clips that were started (description: 'Layer 2 actions', warnings). */
import type { animation } from '#spec/actions/animation.ts';
import type { Result } from '#spec/contract/action.ts';
import type { Playback } from './playback.ts';

type Warning = Result<(typeof animation)['play']>['warnings'][number];

const unknown = (of: Playback, { clip, binding }: Playback, scope: 'clip' | 'base'): Warning[] =>
  binding.unbound.length === 0
    ? []
    : [
        {
          ...{ code: 'additiveCoverageUnknown', clip: of.clip.name, scope },
          reason: binding.unbound.map(({ property, reason }) => `${property}: ${reason}`).join('; '),
          message: `It is not known of all that '${clip.name}' moves.`,
        },
      ];

/** @param all what the object plays, what was started included */
export const adviceOn = (started: readonly Playback[], all: readonly Playback[]): Warning[] => {
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
                message: `No clip that is not additive writes ${properties.join(', ')}, which '${clip}' adds to.`,
              },
            ]),
        ...unknown(playback, playback, 'clip'),
        ...bases.flatMap((base) => unknown(playback, base, 'base')),
      ];
    });
};
