import { findObjectOrWarn } from '../dsl/find-object-or-warn.ts';
import { defineEventNode } from '../dsl/define-node.ts';
import { dropdown, float, objectSelector, trigger, vector3 } from '../dsl/ports.ts';
import type { Vector3 } from '#spec/values.ts';

/** What the node is still to tell of. */
interface PendingContact {
  readonly other: string;
  readonly point: Vector3;
  readonly impulse: number;
}

const touchPhases = { Enter: 'begin', Exit: 'end' } as const;

export const onCollisionNode = defineEventNode({
  description:
    'Fires for what an object touches, or that is in a trigger with it, with the Other object, the Point of the world in the middle of where they touch, and the Impulse in newton seconds that keeps them apart, of what rests up to a quarter too much: with Enter in the frame after they have begun to, with Stay in every frame after a step in which they touch, and with Exit in the frame after they have ceased to. Point is the zero vector and Impulse 0 for triggers, and for Exit. It fires once for each Other, the one that got its body first before the others.',
  inputs: { Object: objectSelector(), Phase: dropdown('Enter', 'Stay', 'Exit') },
  outputs: { Out: trigger, Other: objectSelector(), Point: vector3(), Impulse: float() },
  state: () => ({ told: [] as PendingContact[] }),
  when: {
    touched: (context, changes) => {
      const { inputs, state, resume } = context;
      if (inputs.Phase === 'Stay') return;
      const object = findObjectOrWarn(inputs.Object, context);
      const phase = touchPhases[inputs.Phase];
      const found = object && changes[object.id]?.filter((change) => change.phase === phase);
      state.told.push(...(found ?? []));
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
