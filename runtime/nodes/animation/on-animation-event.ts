import { eventTypes } from '#spec/events.ts';
import { defineEventNode } from '../dsl/define-node.ts';
import { toOptionLabel } from '../dsl/define-action-node.ts';
import { dropdown, float, generic, objectSelector, string, trigger } from '../dsl/ports.ts';
import type { Json } from '#spec/values.ts';

const eventPrefix = 'animation.playback.';

/** Converts 'direction.changed' to 'DirectionChanged'. */
const toKindLabel = (kind: string): string => kind.split('.').map(toOptionLabel).join('');

const eventTypesByKind = new Map(
  eventTypes
    .filter((type) => type.startsWith(eventPrefix))
    .map((type) => [toKindLabel(type.slice(eventPrefix.length)), type]),
);

const anyKind = 'Any';

export const onAnimationEventNode = defineEventNode({
  description:
    'Fires in the frame after an animation event: of any object when Object is empty, and of any clip when Clip is empty. Marker and Position describe the marker that was passed, and are empty for other kinds; Data holds all data of the event.',
  inputs: {
    Object: objectSelector(),
    Clip: string(),
    Kind: dropdown(anyKind, ...eventTypesByKind.keys()),
  },
  outputs: { Out: trigger, Marker: string(), Position: float(), Data: generic() },
  when: {
    event: ({ inputs, outputs, emit }, { type, object, clip, data }) => {
      if (!type.startsWith(eventPrefix)) return;
      if (inputs.Kind !== anyKind && eventTypesByKind.get(inputs.Kind) !== type) return;
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
