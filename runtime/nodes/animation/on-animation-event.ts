import { eventTypes } from '#spec/events.ts';
import { eventNode } from '../grammar/node.ts';
import { labelOf } from '../grammar/action-node.ts';
import { dropdown, float, generic, objectSelector, string, trigger } from '../grammar/ports.ts';
import type { Json } from '#spec/values.ts';

const family = 'animation.playback.';

/** 'direction.changed' as 'DirectionChanged'. */
const labelOfKind = (kind: string): string => kind.split('.').map(labelOf).join('');

const kinds = new Map(
  eventTypes
    .filter((type) => type.startsWith(family))
    .map((type) => [labelOfKind(type.slice(family.length)), type]),
);

const any = 'Any';

export const onAnimationEvent = eventNode({
  description:
    'Fires in the frame after something has become of a clip that plays: of any object and any clip where none is chosen. Marker and Position tell the marker that was passed, and are empty for other kinds; Data holds all that the event tells.',
  inputs: {
    Object: objectSelector(),
    Clip: string(),
    Kind: dropdown(any, ...kinds.keys()),
  },
  outputs: { Out: trigger, Marker: string(), Position: float(), Data: generic() },
  when: {
    event: ({ inputs, outputs, emit }, { type, object, clip, data }) => {
      if (!type.startsWith(family)) return;
      if (inputs.Kind !== any && kinds.get(inputs.Kind) !== type) return;
      if (inputs.Object !== '' && inputs.Object !== object) return;
      if (inputs.Clip !== '' && inputs.Clip !== clip) return;
      const { name = '', position = 0 } = data as { readonly name?: string; readonly position?: number };
      outputs.Marker = name;
      outputs.Position = position;
      outputs.Data = data as Json;
      emit.Out();
    },
  },
});
