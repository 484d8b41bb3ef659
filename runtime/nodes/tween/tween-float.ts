import { clampToFinite } from '../../values/clamp-finite.ts';
import { hasPassed } from '../../scene/elapsed-time.ts';
import { defineFlowNode } from '../dsl/define-node.ts';
import { float, trigger } from '../dsl/ports.ts';
import { easePort, findEasing } from './ease-port.ts';

/** A number that is being interpolated. */
interface FloatTween {
  readonly from: number;
  readonly to: number;
  readonly duration: number;
  readonly ease: string;
  /** The graph's simulated time in seconds when the tween started. */
  readonly since: number;
}

const evaluateTween = ({ from, to, duration, ease: curve }: FloatTween, elapsed: number): number => {
  const progress = findEasing(curve)(elapsed / duration);
  // Both ends are weighted, because their difference may overflow.
  return clampToFinite(from * (1 - progress) + to * progress);
};

export const tweenFloatNode = defineFlowNode({
  description:
    'Interpolates Value from From to To in Duration seconds: fires Out at once, Update in every frame from the next one on, and Done after the last Update, when Value is exactly To. Inputs are read when it is triggered; another trigger restarts it. Cancel leaves Value where it is, and nothing fires any more. A Duration that is not a number, or below 0, counts as 0.',
  inputs: { In: trigger, Cancel: trigger, From: float(), To: float(1), Duration: float(1), Ease: easePort },
  outputs: { Out: trigger, Update: trigger, Done: trigger, Value: float() },
  state: () => ({ motion: undefined as FloatTween | undefined }),
  on: {
    In: ({
      inputs: { From: from, To: to, Duration, Ease },
      state,
      outputs,
      emit,
      schedule,
      graph,
      warnOnce,
    }) => {
      if (!(Duration >= 0)) warnOnce(`A duration of ${Duration} seconds counts as 0.`);
      state.motion = { from, to, duration: Math.max(0, Duration), ease: Ease, since: graph.elapsed };
      outputs.Value = from;
      schedule(0, 'Restart');
      emit.Out();
    },
    Cancel: ({ state, cancel }) => {
      state.motion = undefined;
      cancel();
    },
  },
  due: ({ state, outputs, emit, schedule, graph }) => {
    const { motion } = state;
    if (!motion) return;
    const elapsed = graph.elapsed - motion.since;
    const isComplete = hasPassed(elapsed, motion.duration);
    outputs.Value = isComplete ? motion.to : evaluateTween(motion, elapsed);
    if (isComplete) state.motion = undefined;
    else schedule(0);
    emit.Update();
    if (isComplete) emit.Done();
  },
});
