// biome-ignore-all lint/style/noNonNullAssertion: the stack is filled up to its height, loops stay within their lists, ends are of announced activations, and what fails is an activation
import { ExecutionError, heavyStepWeight, getReadCost } from './execution-limits.ts';
import type { Json } from '#spec/values.ts';
import type { NodeHandler, BoundContext, Evaluator } from '../nodes/dsl/define-node.ts';
import type { Limits } from './execution-limits.ts';
import type { TimeSlicing } from './time-slicing.ts';

/** One evaluation of a pure node, conversion or live output. Its place in memory is its identity. */
export interface EvaluationStep {
  readonly evaluate: Evaluator;
  readonly inputs: unknown;
  readonly context: BoundContext;
  readonly slot: number;
  readonly nodeId: string;
  /** The last activation that this was evaluated for. */
  lastActivation: number;
}

/** What `node.executing` and `node.done` say of an activation; made once, shared by all of its events. */
interface ActivationEvent {
  readonly graphId: string;
  readonly nodeId: string;
  readonly category: string;
  readonly port: string;
}

/** A body with what has to be resolved before it runs: a trigger input, an event or a continuation. */
export interface Activation {
  readonly handler: NodeHandler;
  readonly context: BoundContext;
  readonly plan: readonly EvaluationStep[];
  /** Slots of the inputs whose size counts among the steps. */
  readonly meteredSlots: readonly number[];
  readonly skipsEvaluatedSteps: boolean;
  readonly values: Json[];
  readonly nodeId: string;
  /** Absent for continuations, which belong to the activation that asked for them. */
  readonly event: ActivationEvent | undefined;
  /** The end of this activation, as an entry of the stack; made when somebody first listens. */
  endMarker: readonly Activation[] | undefined;
}

/** Who hears of activations; asked only while `listening`. */
export interface ActivationObserver {
  /** A field: an accessor made each activation look it up in a dictionary. */
  isListening: boolean;
  onExecuting(announcement: ActivationEvent): void;
  onDone(announcement: ActivationEvent): void;
}

/** How far an activation came. */
export interface ActivationOutcome {
  /** How many steps were used of the tick: those for heavy work count more than once. */
  readonly usedSteps: number;
  readonly error: ExecutionError | undefined;
  /** What is left to run, when a body called `halt`. */
  readonly halted: HaltedActivation | undefined;
  /** Whether it only makes a pause: `resume` goes on, and nothing else may run before. */
  readonly isPaused: boolean;
}

/** What is left of an activation that stands still. */
export interface HaltedActivation {
  readonly lists: readonly (readonly Activation[])[];
  readonly cursors: readonly number[];
  readonly ends: number;
}

export interface ActivationExecutor {
  /**
   * Runs one activation and all that hangs on it, depth first.
   * @param allowance steps left to the graph in this tick.
   */
  run(activation: Activation, occurrence: unknown, allowance: number): ActivationOutcome;
  /** Goes on after a pause. */
  resume(): ActivationOutcome;
  /** Whether a pause is due between two activations. */
  shouldYield(): boolean;
  /** Runs what is left of an activation. */
  resumeHalted(halted: HaltedActivation, allowance: number): ActivationOutcome;
  /** Closes what is left of an activation without running it. */
  abandonHalted(halted: HaltedActivation): void;
  /** Makes the activation that runs stand still once the current body returns. */
  halt(): void;
  /** Runs the targets of a trigger output after the current body, in the order of these calls. */
  pushTargets(targets: readonly Activation[]): void;
  /** Takes steps for heavy work of a body; throws a breakdown when there are none left. */
  spendSteps(steps: number, nodeId: string): void;
  /** Takes the steps for the size of these values. */
  spendForValues(values: readonly Json[], slots: readonly number[], nodeId: string): void;
  /** Brings a lazy input up to date, steps that already ran for this activation excepted. */
  evaluateLazyInput(values: Json[], steps: readonly EvaluationStep[]): void;
}

/** Steps between two questions whether a pause is due. */
const stepsBetweenYieldChecks = 500;

const pausedOutcome: ActivationOutcome = {
  usedSteps: 0,
  error: undefined,
  halted: undefined,
  isPaused: true,
};

/** Marks the entry that closes an announced activation once everything above it on the stack has run. */
const endMarkerHandler: NodeHandler = () => {};

/** A whole literal with the fields in the same order: a spread one makes every activation several times slower. */
const getEndMarker = (activation: Activation): readonly Activation[] => {
  const { context, values, nodeId, event } = activation;
  activation.endMarker ??= [
    {
      handler: endMarkerHandler,
      context,
      plan: [],
      meteredSlots: [],
      skipsEvaluatedSteps: false,
      values,
      nodeId,
      event,
      endMarker: undefined,
    },
  ];
  return activation.endMarker;
};

/**
 * Creates the machine that activations run on. The stack holds lists of targets with the next one to run, so
 * its height is how deep emissions nest: neither the length of a chain nor the width of a fan-out counts.
 */
export const createActivationExecutor = (
  limits: Limits,
  announcer: ActivationObserver,
  pace: TimeSlicing,
): ActivationExecutor => {
  const lists: (readonly Activation[])[] = [];
  const cursors: number[] = [];
  let height = 0;
  let ends = 0;
  let granted = 0;
  let budget = 0;
  /** Steps for heavy work since the activation began. */
  let heavy = 0;
  /** Steps until a pause may be due. */
  let unasked = stepsBetweenYieldChecks;
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
      throw new ExecutionError(
        nodeId,
        'executionLimit',
        'The graph takes too many steps; it may be an endless loop.',
      );
    }
  };

  const spendHeavily: ActivationExecutor['spendSteps'] = (steps, nodeId) => {
    heavy += steps;
    spend(steps, nodeId);
  };

  const weigh = (values: readonly Json[], slots: readonly number[], nodeId: string): void => {
    let price = 0;
    for (const slot of slots) price += getReadCost(values[slot]!);
    if (price > 0) spendHeavily(price, nodeId);
  };

  const evaluateAll = (values: Json[], steps: readonly EvaluationStep[]): void => {
    let index = 0;
    try {
      for (; index < steps.length; index++) {
        const step = steps[index]!;
        values[step.slot] = step.evaluate(step.inputs, step.context) as Json;
      }
    } catch (failure) {
      throw ExecutionError.from(failure, steps[index]!.nodeId);
    }
  };

  const evaluateMissing = (values: Json[], steps: readonly EvaluationStep[]): void => {
    let index = 0;
    try {
      for (; index < steps.length; index++) {
        const step = steps[index]!;
        if (step.lastActivation === stamp) continue;
        step.lastActivation = stamp;
        values[step.slot] = step.evaluate(step.inputs, step.context) as Json;
      }
    } catch (failure) {
      throw ExecutionError.from(failure, steps[index]!.nodeId);
    }
  };

  const pull = (values: Json[], steps: readonly EvaluationStep[]): void => {
    if (steps.length === 0) return;
    const { nodeId } = steps[steps.length - 1]!;
    spend(steps.length, nodeId);
    lazyDepth += 1;
    if (lazyDepth > limits.stackDepth) {
      throw new ExecutionError(nodeId, 'executionLimit', 'Lazy inputs are nested too deeply.');
    }
    evaluateMissing(values, steps);
    lazyDepth -= 1;
  };

  const activate = (activation: Activation, occurrence: unknown): void => {
    const { plan, nodeId, values } = activation;
    spend(plan.length + 1, nodeId);
    if (announcer.isListening && activation.event) {
      announcer.onExecuting(activation.event);
      push(getEndMarker(activation));
      ends += 1;
    }
    const base = height;
    stamp += 1;
    if (activation.skipsEvaluatedSteps) evaluateMissing(values, plan);
    else if (plan.length > 0) evaluateAll(values, plan);
    if (activation.meteredSlots.length > 0) weigh(values, activation.meteredSlots, nodeId);
    activation.handler(activation.context, occurrence);
    if (height - base > 1) reverseFrom(base);
    if (height - ends > limits.stackDepth) {
      throw new ExecutionError(nodeId, 'executionLimit', 'Triggers are nested too deeply.');
    }
  };

  const unwind = (): void => {
    for (; height > 0; height--) {
      const activation = lists[height - 1]![cursors[height - 1]!]!;
      if (activation.handler === endMarkerHandler && activation.event) announcer.onDone(activation.event);
    }
  };

  const restore = ({ lists: left, cursors: next, ends: open }: HaltedActivation): void => {
    left.forEach((list, level) => {
      lists[level] = list;
      cursors[level] = next[level]!;
    });
    height = left.length;
    ends = open;
  };

  const isPauseDue = (): boolean => {
    if (unasked > 0 || !pace.shouldYield) return false;
    unasked = stepsBetweenYieldChecks;
    return pace.shouldYield();
  };

  /** Runs what is on the stack, after `root` if there is one. */
  const work = (root: Activation | undefined, occurrence: unknown, allowance: number): ActivationOutcome => {
    granted = Math.max(0, Math.min(limits.stepsPerActivation, allowance));
    budget = granted;
    heavy = 0;
    lazyDepth = 0;
    halting = false;
    return goOn(root, occurrence);
  };

  const goOn = (root: Activation | undefined, occurrence: unknown): ActivationOutcome => {
    let current = root;
    let breakdown: ExecutionError | undefined;
    // without a pace a number that no budget comes down to; a small whole one, because the loop compares it at every step
    let askAt = pace.shouldYield ? budget - unasked : -1;
    try {
      if (root) activate(root, occurrence);
      while (height > 0 && !halting) {
        if (budget <= askAt) {
          unasked = 0;
          if (isPauseDue()) return pausedOutcome;
          askAt = budget - unasked;
        }
        const top = height - 1;
        const list = lists[top]!;
        const next = cursors[top]!;
        current = list[next]!;
        if (next + 1 === list.length) height = top;
        else cursors[top] = next + 1;
        if (current.handler === endMarkerHandler) {
          ends -= 1;
          announcer.onDone(current.event!);
        } else {
          activate(current, undefined);
        }
      }
    } catch (failure) {
      breakdown = ExecutionError.from(failure, current!.nodeId);
      unwind();
    }
    const halted =
      halting && !breakdown
        ? { lists: lists.slice(0, height), cursors: cursors.slice(0, height), ends }
        : undefined;
    unasked = pace.shouldYield ? Math.max(0, budget - askAt) : 0;
    return {
      usedSteps: granted - Math.max(budget, 0) + heavy * (heavyStepWeight - 1),
      error: breakdown,
      halted,
      isPaused: false,
    };
  };

  return {
    run(root, occurrence, allowance) {
      height = 0;
      ends = 0;
      return work(root, occurrence, allowance);
    },
    resume: () => goOn(undefined, undefined),
    shouldYield: isPauseDue,
    resumeHalted(halted, allowance) {
      restore(halted);
      return work(undefined, undefined, allowance);
    },
    abandonHalted(halted) {
      restore(halted);
      unwind();
    },
    halt() {
      halting = true;
    },
    pushTargets: push,
    evaluateLazyInput: pull,
    spendSteps: spendHeavily,
    spendForValues: weigh,
  };
};
