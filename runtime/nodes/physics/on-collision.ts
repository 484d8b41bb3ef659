import { findObjectOrWarn } from '../dsl/find-object-or-warn.ts';
import { defineEventNode } from '../dsl/define-node.ts';
import { dropdown, float, objectSelector, trigger, vector3 } from '../dsl/ports.ts';
import type { Vector3 } from '#spec/values.ts';

/** A contact for which the node has not fired yet. */
interface PendingContact {
  readonly other: string;
  readonly point: Vector3;
  readonly impulse: number;
}

const touchPhases = { Enter: 'begin', Exit: 'end' } as const;

export const onCollisionNode = defineEventNode({
  description:
    'Fires for each object that touches Object, or shares a trigger with it: with Enter in the frame after they have begun to touch, with Stay in every frame after a step in which they touch, and with Exit in the frame after they have separated. Other is the other object, Point the world position in the middle of the contact, and Impulse the separating impulse in newton seconds, up to a quarter too high for resting contacts. For triggers, and for Exit, Point is the zero vector and Impulse 0. It fires once per Other, in the order in which they got their bodies.',
  inputs: { Object: objectSelector(), Phase: dropdown('Enter', 'Stay', 'Exit') },
  outputs: { Out: trigger, Other: objectSelector(), Point: vector3(), Impulse: float() },
  state: () => ({ told: [] as PendingContact[] }),
  when: {
    touched: (context, changes) => {
      const { inputs, state, resume } = context;
      if (inputs.Phase === 'Stay') return;
      const object = findObjectOrWarn(inputs.Object, context);
      const phase = touchPhases[inputs.Phase];
      const contacts = object && changes[object.id]?.filter((change) => change.phase === phase);
      state.told.push(...(contacts ?? []));
      if (state.told.length > 0) resume();
    },
    frame: (context) => {
      const { inputs, state, runtime, resume } = context;
      if (inputs.Phase !== 'Stay') return;
      const object = findObjectOrWarn(inputs.Object, context);
      if (object) state.told.push(...runtime.physics.listTouching(object));
      if (state.told.length > 0) resume();
    },
  },
  resume: ({ outputs, state, emit, resume }) => {
    const next = state.told.shift();
    if (!next) return;
    outputs.Other = next.other;
    outputs.Point = next.point;
    outputs.Impulse = next.impulse;
    emit.Out();
    if (state.told.length > 0) resume();
  },
});
