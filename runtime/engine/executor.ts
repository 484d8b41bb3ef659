// biome-ignore-all lint/style/noNonNullAssertion: the stack is filled up to its height, loops stay within their lists, ends are of announced activations, and what fails is an activation
import { Breakdown, heavyWeight, priceOf } from './limits.ts';
import type { Json } from '#spec/values.ts';
import type { Body, BoundContext, Evaluate } from '../nodes/grammar/node.ts';
import type { Limits } from './limits.ts';
import type { Pace } from './pace.ts';

/** One evaluation of a pure node, conversion or live output. Its place in memory is its identity. */
export interface Step {
  readonly evaluate: Evaluate;
  readonly inputs: unknown;
  readonly context: BoundContext;
  readonly slot: number;
  readonly nodeId: string;
  /** The last activation that this was evaluated for. */
  stamp: number;
}

/** What `node.executing` and `node.done` say of an activation; made once, shared by all of its events. */
interface Announcement {
  readonly graphId: string;
  readonly nodeId: string;
  readonly category: string;
  readonly port: string;
}

/** A body with what has to be resolved before it runs: a trigger input, an event or a continuation. */
export interface Activation {
  readonly body: Body;
  readonly context: BoundContext;
  readonly plan: readonly Step[];
  /** Slots of the inputs whose size counts among the steps. */
  readonly weighed: readonly number[];
  readonly guarded: boolean;
  readonly values: Json[];
  readonly nodeId: string;
  /** Absent for continuations, which belong to the activation that asked for them. */
  readonly announcement: Announcement | undefined;
  /** The end of this activation, as an entry of the stack; made when somebody first listens. */
  end: readonly Activation[] | undefined;
}

/** Who hears of activations; asked only while `listening`. */
export interface Announcer {
  /** A field: an accessor made each activation look it up in a dictionary. */
  listening: boolean;
  executing(announcement: Announcement): void;
  done(announcement: Announcement): void;
}

/** How far an activation came. */
export interface Outcome {
  /** How many steps were used of the tick: those for heavy work count more than once. */
  readonly used: number;
  readonly breakdown: Breakdown | undefined;
  /** What is left to run, when a body called `halt`. */
  readonly halted: Halted | undefined;
  /** Whether it only makes a pause: `resume` goes on, and nothing else may run before. */
  readonly paused: boolean;
}

/** What is left of an activation that stands still. */
export interface Halted {
  readonly lists: readonly (readonly Activation[])[];
  readonly cursors: readonly number[];
  readonly ends: number;
}

export interface Executor {
  /**
   * Runs one activation and all that hangs on it, depth first.
   * @param allowance steps left to the graph in this tick.
   */
  run(activation: Activation, occurrence: unknown, allowance: number): Outcome;
  /** Goes on after a pause. */
  resume(): Outcome;
  /** Whether a pause is due between two activations. */
  isPauseDue(): boolean;
  /** Runs what is left of an activation. */
  proceed(halted: Halted, allowance: number): Outcome;
  /** Closes what is left of an activation without running it. */
  abandon(halted: Halted): void;
  /** Makes the activation that runs stand still once the current body returns. */
  halt(): void;
  /** Runs the targets of a trigger output after the current body, in the order of these calls. */
  push(targets: readonly Activation[]): void;
  /** Takes steps for heavy work of a body; throws a breakdown when there are none left. */
  spend(steps: number, nodeId: string): void;
  /** Takes the steps for the size of these values. */
  weigh(values: readonly Json[], slots: readonly number[], nodeId: string): void;
  /** Brings a lazy input up to date, steps that already ran for this activation excepted. */
  pull(values: Json[], steps: readonly Step[]): void;
}

/** Steps between two questions whether a pause is due. */
const stepsBetweenAsking = 500;

const paused: Outcome = { used: 0, breakdown: undefined, halted: undefined, paused: true };

/** Marks the entry that closes an announced activation once everything above it on the stack has run. */
const endBody: Body = () => {};

/** A whole literal with the fields in the same order: a spread one makes every activation several times slower. */
const endOf = (activation: Activation): readonly Activation[] => {
  const { context, values, nodeId, announcement } = activation;
  activation.end ??= [
    {
      body: endBody,
      context,
      plan: [],
      weighed: [],
      guarded: false,
      values,
      nodeId,
      announcement,
      end: undefined,
    },
  ];
  return activation.end;
};

/**
 * Creates the machine that activations run on. The stack holds lists of targets with the next one to run, so
 * its height is how deep emissions nest: neither the length of a chain nor the width of a fan-out counts.
 */
export const createExecutor = (limits: Limits, announcer: Announcer, pace: Pace): Executor => {
  const lists: (readonly Activation[])[] = [];
  const cursors: number[] = [];
  let height = 0;
  let ends = 0;
  let granted = 0;
  let budget = 0;
  /** Steps for heavy work since the activation began. */
  let heavy = 0;
  /** Steps until a pause may be due. */
  let unasked = stepsBetweenAsking;
  let stamp = 0;
  let lazyDepth = 0;
  let halting = false;

  const push = (targets: readonly Activation[]): void => {
    if (targets.length === 0) return;
    lists[height] = targets;
    cursors[height] = 0;
    height += 1;
  };

  /** What a body emitted first has to come up first. Nothing of it has run, so cursors are all at 0. */
  const reverseFrom = (base: number): void => {
    for (let low = base, high = height - 1; low < high; low++, high--) {
      const list = lists[low]!;
      lists[low] = lists[high]!;
      lists[high] = list;
    }
  };

  const spend = (steps: number, nodeId: string): void => {
    budget -= steps;
    if (budget < 0) {
      throw new Breakdown(
        nodeId,
        'executionLimit',
        'The graph takes too many steps; it may be an endless loop.',
      );
    }
  };

  const spendHeavily: Executor['spend'] = (steps, nodeId) => {
    heavy += steps;
    spend(steps, nodeId);
  };

  const weigh = (values: readonly Json[], slots: readonly number[], nodeId: string): void => {
    let price = 0;
    for (const slot of slots) price += priceOf(values[slot]!);
    if (price > 0) spendHeavily(price, nodeId);
  };

  const evaluateAll = (values: Json[], steps: readonly Step[]): void => {
    let index = 0;
    try {
      for (; index < steps.length; index++) {
        const step = steps[index]!;
        values[step.slot] = step.evaluate(step.inputs, step.context) as Json;
      }
    } catch (failure) {
      throw Breakdown.of(failure, steps[index]!.nodeId);
    }
  };

  const evaluateMissing = (values: Json[], steps: readonly Step[]): void => {
    let index = 0;
    try {
      for (; index < steps.length; index++) {
        const step = steps[index]!;
        if (step.stamp === stamp) continue;
        step.stamp = stamp;
        values[step.slot] = step.evaluate(step.inputs, step.context) as Json;
      }
    } catch (failure) {
      throw Breakdown.of(failure, steps[index]!.nodeId);
    }
  };

  const pull = (values: Json[], steps: readonly Step[]): void => {
    if (steps.length === 0) return;
    const { nodeId } = steps[steps.length - 1]!;
    spend(steps.length, nodeId);
    lazyDepth += 1;
    if (lazyDepth > limits.stackDepth) {
      throw new Breakdown(nodeId, 'executionLimit', 'Lazy inputs are nested too deeply.');
    }
    evaluateMissing(values, steps);
    lazyDepth -= 1;
  };

  const activate = (activation: Activation, occurrence: unknown): void => {
    const { plan, nodeId, values } = activation;
    spend(plan.length + 1, nodeId);
    if (announcer.listening && activation.announcement) {
      announcer.executing(activation.announcement);
      push(endOf(activation));
      ends += 1;
    }
    const base = height;
    stamp += 1;
    if (activation.guarded) evaluateMissing(values, plan);
    else if (plan.length > 0) evaluateAll(values, plan);
    if (activation.weighed.length > 0) weigh(values, activation.weighed, nodeId);
    activation.body(activation.context, occurrence);
    if (height - base > 1) reverseFrom(base);
    if (height - ends > limits.stackDepth) {
      throw new Breakdown(nodeId, 'executionLimit', 'Triggers are nested too deeply.');
    }
  };

  const unwind = (): void => {
    for (; height > 0; height--) {
      const activation = lists[height - 1]![cursors[height - 1]!]!;
      if (activation.body === endBody && activation.announcement) announcer.done(activation.announcement);
    }
  };

  const restore = ({ lists: left, cursors: next, ends: open }: Halted): void => {
    left.forEach((list, level) => {
      lists[level] = list;
      cursors[level] = next[level]!;
    });
    height = left.length;
    ends = open;
  };

  const isPauseDue = (): boolean => {
    if (unasked > 0 || !pace.isLate) return false;
    unasked = stepsBetweenAsking;
    return pace.isLate();
  };

  /** Runs what is on the stack, after `root` if there is one. */
  const work = (root: Activation | undefined, occurrence: unknown, allowance: number): Outcome => {
    granted = Math.max(0, Math.min(limits.stepsPerActivation, allowance));
    budget = granted;
    heavy = 0;
    lazyDepth = 0;
    halting = false;
    return goOn(root, occurrence);
  };

  const goOn = (root: Activation | undefined, occurrence: unknown): Outcome => {
    let current = root;
    let breakdown: Breakdown | undefined;
    // without a pace a number that no budget comes down to; a small whole one, because the loop compares it at every step
    let askAt = pace.isLate ? budget - unasked : -1;
    try {
      if (root) activate(root, occurrence);
      while (height > 0 && !halting) {
        if (budget <= askAt) {
          unasked = 0;
          if (isPauseDue()) return paused;
          askAt = budget - unasked;
        }
        const top = height - 1;
        const list = lists[top]!;
        const next = cursors[top]!;
        current = list[next]!;
        if (next + 1 === list.length) height = top;
        else cursors[top] = next + 1;
        if (current.body === endBody) {
          ends -= 1;
          announcer.done(current.announcement!);
        } else {
          activate(current, undefined);
        }
      }
    } catch (failure) {
      breakdown = Breakdown.of(failure, current!.nodeId);
      unwind();
    }
    const halted =
      halting && !breakdown
        ? { lists: lists.slice(0, height), cursors: cursors.slice(0, height), ends }
        : undefined;
    unasked = pace.isLate ? Math.max(0, budget - askAt) : 0;
    return {
      used: granted - Math.max(budget, 0) + heavy * (heavyWeight - 1),
      breakdown,
      halted,
      paused: false,
    };
  };

  return {
    run(root, occurrence, allowance) {
      height = 0;
      ends = 0;
      return work(root, occurrence, allowance);
    },
    resume: () => goOn(undefined, undefined),
    isPauseDue,
    proceed(halted, allowance) {
      restore(halted);
      return work(undefined, undefined, allowance);
    },
    abandon(halted) {
      restore(halted);
      unwind();
    },
    halt() {
      halting = true;
    },
    push,
    pull,
    spend: spendHeavily,
    weigh,
  };
};
