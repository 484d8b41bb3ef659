// biome-ignore-all lint/style/noNonNullAssertion: the stack is filled up to its height, loops stay within their lists, ends belong to reported activations, and only activations fail
import { ExecutionError, getReadCost, heavyStepWeight, type Limits } from './execution-limits.ts';
import type { Json } from '#spec/values.ts';
import type { NodeHandler, BoundContext, Evaluator } from '../nodes/dsl/define-node.ts';
import type { TimeSlicing } from '../frame/time-slicing.ts';

/** One evaluation of a pure node, conversion or live output. Steps are compared by identity. */
export interface EvaluationStep {
  readonly evaluate: Evaluator;
  readonly inputs: unknown;
  readonly context: BoundContext;
  readonly slot: number;
  readonly nodeId: string;
  /** The number of the last activation that evaluated this step. */
  lastActivation: number;
}

/**
 * The data of an activation's `node.executing` and `node.done` events. The object is created once and shared by all
 * these events.
 */
export interface ActivationEvent {
  readonly graphId: string;
  readonly nodeId: string;
  readonly category: string;
  readonly port: string;
}

/** The run to which a node belongs, as far as errors and events concern it. */
export interface ActivationOwner {
  readonly graphId: string;
  /** The call of a graph that is called, and not run by itself. */
  readonly call:
    | { readonly id: number; readonly caller: { readonly nodeId: string; readonly run: ActivationOwner } }
    | undefined;
}

/**
 * A handler with the steps that resolve its inputs. The handler responds to a trigger input or an event, or is a
 * continuation.
 */
export interface Activation {
  readonly handler: NodeHandler;
  readonly context: BoundContext;
  readonly plan: readonly EvaluationStep[];
  /** The slots of those inputs whose size is charged in steps. */
  readonly meteredSlots: readonly number[];
  readonly skipsEvaluatedSteps: boolean;
  readonly values: Json[];
  readonly run: ActivationOwner;
  readonly nodeId: string;
  /**
   * The data of the events; `undefined` for continuations, because continuations belong to the activation that
   * requested them.
   */
  readonly event: ActivationEvent | undefined;
  /**
   * A stack entry for the end of this activation. The entry is created when a listener is present for the first time.
   */
  endMarker: readonly Activation[] | undefined;
}

/** Observes the start and end of activations as long as `isListening` is true. */
export interface ActivationObserver {
  /** This is a field rather than an accessor, because an accessor caused a dictionary lookup in every activation. */
  isListening: boolean;
  onExecuting(event: ActivationEvent, run: ActivationOwner): void;
  onDone(event: ActivationEvent, run: ActivationOwner): void;
  /**
   * Handles an error of a node.
   * @returns whether the graphs below on the stack can continue, because the error concerns only a call
   */
  onError(run: ActivationOwner, error: ExecutionError): boolean;
}

/** The result of running an activation until it completes, fails, yields or is suspended. */
export interface ActivationOutcome {
  /** The number of steps used out of the tick's allowance. Steps for heavy work are weighted. */
  readonly usedSteps: number;
  readonly error: ExecutionError | undefined;
  /** The remaining work if a handler has called `haltGraph`; otherwise `undefined`. */
  readonly halted: HaltedActivation | undefined;
  /**
   * Whether the activation has only yielded. If so, `resume` continues the activation, and nothing else may run before
   * that.
   */
  readonly isPaused: boolean;
}

export interface HaltedActivation {
  readonly lists: readonly (readonly Activation[])[];
  readonly cursors: readonly number[];
  readonly endMarkerCount: number;
}

const pausedOutcome: ActivationOutcome = {
  usedSteps: 0,
  error: undefined,
  halted: undefined,
  isPaused: true,
};

/** Marks the stack entry that closes a reported activation after everything above the entry has run. */
const endMarkerHandler: NodeHandler = () => {};

/**
 * Creates the end marker on first use. All fields are written out in the same order, because spread syntax makes every
 * activation several times slower.
 */
const getEndMarker = (activation: Activation): readonly Activation[] => {
  const { context, values, run, nodeId, event } = activation;
  activation.endMarker ??= [
    {
      handler: endMarkerHandler,
      context,
      plan: [],
      meteredSlots: [],
      skipsEvaluatedSteps: false,
      values,
      run,
      nodeId,
      event,
      endMarker: undefined,
    },
  ];
  return activation.endMarker;
};

/**
 * Creates the interpreter that runs activations. The stack holds lists of targets, each with the index of the next
 * target. The height of the stack is therefore the nesting depth of emissions, regardless of the length of a chain or
 * the number of targets of an emission.
 */
export const createActivationExecutor = (
  limits: Limits,
  observer: ActivationObserver,
  timeSlicing: TimeSlicing,
) => {
  const lists: (readonly Activation[])[] = [];
  const cursors: number[] = [];
  let height = 0;
  let endMarkerCount = 0;
  let grantedSteps = 0;
  let budget = 0;
  /** The steps used for heavy work since the activation began. */
  let heavySteps = 0;
  /** The number of steps until the next check for a due yield. */
  let stepsUntilCheck = limits.stepsBetweenYieldChecks;
  let activationNumber = 0;
  let lazyDepth = 0;
  let isHalting = false;

  const push = (targets: readonly Activation[]): void => {
    if (targets.length === 0) return;
    lists[height] = targets;
    cursors[height] = 0;
    height += 1;
  };

  /**
   * Reverses the new entries, so that the first emission is on top. None of the entries has run yet, so their cursors
   * are all 0.
   */
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

  const spendHeavySteps = (steps: number, nodeId: string): void => {
    heavySteps += steps;
    spend(steps, nodeId);
  };

  const chargeForValues = (values: readonly Json[], slots: readonly number[], nodeId: string): void => {
    let cost = 0;
    for (const slot of slots) cost += getReadCost(values[slot]!);
    if (cost > 0) spendHeavySteps(cost, nodeId);
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
        if (step.lastActivation === activationNumber) continue;
        step.lastActivation = activationNumber;
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
    if (observer.isListening && activation.event) {
      observer.onExecuting(activation.event, activation.run);
      push(getEndMarker(activation));
      endMarkerCount += 1;
    }
    const base = height;
    activationNumber += 1;
    if (activation.skipsEvaluatedSteps) evaluateMissing(values, plan);
    else if (plan.length > 0) evaluateAll(values, plan);
    if (activation.meteredSlots.length > 0) chargeForValues(values, activation.meteredSlots, nodeId);
    activation.handler(activation.context, occurrence);
    if (height - base > 1) reverseFrom(base);
    if (height - endMarkerCount > limits.stackDepth) {
      throw new ExecutionError(nodeId, 'executionLimit', 'Triggers are nested too deeply.');
    }
  };

  /** Drops the entries on top of the stack that match, without running them. */
  const unwind = (matches: (run: ActivationOwner) => boolean): void => {
    for (; height > 0; height--) {
      const entry = lists[height - 1]![cursors[height - 1]!]!;
      if (!matches(entry.run)) return;
      if (closeEndMarker(entry)) endMarkerCount -= 1;
    }
  };

  const closeEndMarker = ({ handler, event, run }: Activation): boolean => {
    if (handler !== endMarkerHandler || !event) return false;
    observer.onDone(event, run);
    return true;
  };

  const matchAll = (): boolean => true;

  /** Drops the entries on top of a suspended activation that match. The stack may be in use by another activation. */
  const unwindHalted = (
    halted: HaltedActivation,
    matches: (run: ActivationOwner) => boolean,
  ): HaltedActivation => {
    let level = halted.lists.length;
    let openCount = halted.endMarkerCount;
    for (; level > 0; level--) {
      const entry = halted.lists[level - 1]![halted.cursors[level - 1]!]!;
      if (!matches(entry.run)) break;
      if (closeEndMarker(entry)) openCount -= 1;
    }
    return {
      lists: halted.lists.slice(0, level),
      cursors: halted.cursors.slice(0, level),
      endMarkerCount: openCount,
    };
  };

  const restore = ({ lists: haltedLists, cursors: next, endMarkerCount: open }: HaltedActivation): void => {
    haltedLists.forEach((list, level) => {
      lists[level] = list;
      cursors[level] = next[level]!;
    });
    height = haltedLists.length;
    endMarkerCount = open;
  };

  const isYieldDue = (): boolean => {
    if (stepsUntilCheck > 0 || !timeSlicing.shouldYield) return false;
    stepsUntilCheck = limits.stepsBetweenYieldChecks;
    return timeSlicing.shouldYield();
  };

  /** Runs everything on the stack, after running `root` if it is given. */
  const runStack = (
    root: Activation | undefined,
    occurrence: unknown,
    allowance: number,
  ): ActivationOutcome => {
    grantedSteps = Math.max(0, Math.min(limits.stepsPerActivation, allowance));
    budget = grantedSteps;
    heavySteps = 0;
    lazyDepth = 0;
    isHalting = false;
    return continueStack(root, occurrence);
  };

  const continueStack = (root: Activation | undefined, occurrence: unknown): ActivationOutcome => {
    let current = root;
    let pendingRoot = root;
    let error: ExecutionError | undefined;
    // Without time slicing, the value is -1, which no budget reaches. A small integer is used, because the loop
    // compares the value at every step
    let checkAt = timeSlicing.shouldYield ? budget - stepsUntilCheck : -1;
    for (;;) {
      try {
        if (pendingRoot) activate(pendingRoot, occurrence);
        while (height > 0 && !isHalting) {
          if (budget <= checkAt) {
            stepsUntilCheck = 0;
            if (isYieldDue()) return pausedOutcome;
            checkAt = budget - stepsUntilCheck;
          }
          const top = height - 1;
          const list = lists[top]!;
          const next = cursors[top]!;
          current = list[next]!;
          if (next + 1 === list.length) height = top;
          else cursors[top] = next + 1;
          if (current.handler === endMarkerHandler) {
            endMarkerCount -= 1;
            observer.onDone(current.event!, current.run);
          } else {
            activate(current, undefined);
          }
        }
        break;
      } catch (failure) {
        const cause = ExecutionError.from(failure, current!.nodeId);
        if (!observer.onError(current!.run, cause)) {
          error = cause;
          unwind(matchAll);
          break;
        }
        // only a call has failed, so that the graphs that wait for it continue
        pendingRoot = undefined;
        lazyDepth = 0;
        isHalting = false;
      }
    }
    const halted =
      isHalting && !error
        ? { lists: lists.slice(0, height), cursors: cursors.slice(0, height), endMarkerCount }
        : undefined;
    stepsUntilCheck = timeSlicing.shouldYield ? Math.max(0, budget - checkAt) : 0;
    return {
      usedSteps: grantedSteps - Math.max(budget, 0) + heavySteps * (heavyStepWeight - 1),
      error,
      halted,
      isPaused: false,
    };
  };

  return {
    /**
     * Runs one activation and everything that it triggers, depth first.
     * @param allowance the number of steps that the graph has left in this tick
     */
    run(root: Activation, occurrence: unknown, allowance: number): ActivationOutcome {
      height = 0;
      endMarkerCount = 0;
      return runStack(root, occurrence, allowance);
    },
    /** Continues an activation after it has yielded. */
    resume: (): ActivationOutcome => continueStack(undefined, undefined),
    /** Returns whether a yield is due between two activations. */
    shouldYield: isYieldDue,
    /** Runs the remaining work of a suspended activation. */
    resumeHalted(halted: HaltedActivation, allowance: number): ActivationOutcome {
      restore(halted);
      return runStack(undefined, undefined, allowance);
    },
    /** Closes the remaining work of a suspended activation without running it. */
    abandonHalted: (halted: HaltedActivation): void => void unwindHalted(halted, matchAll),
    unwindHalted,
    /** Suspends the current activation as soon as its handler returns. */
    halt() {
      isHalting = true;
    },
    /** Drops the entries on top of the stack whose graphs match, without running them. */
    unwind,
    /** Makes the targets of a trigger output run after the current handler. Targets run in the order of these calls. */
    pushTargets: push,
    /** Evaluates a lazy input, skipping steps that have already run for this activation. */
    evaluateLazyInput: pull,
    /**
     * Charges steps for a handler's heavy work.
     * @throws ExecutionError when there are not enough steps left
     */
    spendSteps: spendHeavySteps,
    /** Charges steps for the sizes of the given values. */
    spendForValues: chargeForValues,
  };
};

export type ActivationExecutor = ReturnType<typeof createActivationExecutor>;
