// biome-ignore-all lint/style/noNonNullAssertion: a view has a slot for each of its names
import type { Json } from '#spec/values.ts';
import type { Activation, ActivationExecutor } from './activation-executor.ts';

/**
 * The object through which a handler reads and writes its ports. The object accesses the graph's values through the
 * slot of each port.
 */
export type PortsView = object;

export type EvaluateLazyInput = () => void;

/** The slots that all views of a graph share. Each view uses a contiguous range of these slots. */
interface PortSlots {
  readonly values: Json[];
  /** Slots of all ports of the graph. */
  readonly slots: readonly number[];
  /** Index of the view's first slot. */
  readonly first: number;
}

type LazyEvaluators = readonly (EvaluateLazyInput | undefined)[];

type PortsViewConstructor = new (portSlots: PortSlots, pulls: LazyEvaluators) => PortsView;

const noLazyEvaluators: LazyEvaluators = [];

/**
 * All engines of a process share these classes, because separate classes per engine were slower: from the fifth engine
 * on, a step took 57 ns instead of 20 ns.
 */
const viewClasses = new Map<string, PortsViewConstructor>();

/**
 * Creates the object through which handlers access some of their ports. Ports with the same names share one class with
 * an accessor per port, so that reading a port requires one array access and copies nothing.
 */
export const createPortsView = (
  names: readonly string[],
  portSlots: PortSlots,
  pulls: LazyEvaluators = noLazyEvaluators,
): PortsView => {
  const key = JSON.stringify(names.map((name, index) => (pulls[index] ? [name] : name)));
  let viewClass = viewClasses.get(key);
  if (!viewClass) {
    viewClass = createPortsViewClass(
      names,
      names.map((_, index) => pulls[index] !== undefined),
    );
    viewClasses.set(key, viewClass);
  }
  return new viewClass(portSlots, pulls);
};

const createPortsViewClass = (names: readonly string[], lazy: readonly boolean[]): PortsViewConstructor => {
  class PortView {
    readonly $values: Json[];
    readonly $slots: readonly number[];
    readonly $first: number;
    readonly $pulls: LazyEvaluators;

    constructor({ values, slots, first }: PortSlots, pulls: LazyEvaluators) {
      this.$values = values;
      this.$slots = slots;
      this.$first = first;
      this.$pulls = pulls;
    }
  }
  names.forEach((name, index) => {
    Object.defineProperty(PortView.prototype, name, {
      enumerable: true,
      get: lazy[index]
        ? function (this: PortView) {
            this.$pulls[index]?.();
            return this.$values[this.$slots[this.$first + index]!];
          }
        : function (this: PortView) {
            return this.$values[this.$slots[this.$first + index]!];
          },
      set(this: PortView, value: Json) {
        this.$values[this.$slots[this.$first + index]!] = value;
      },
    });
  });
  return PortView;
};

/** The object through which a handler fires its trigger outputs, with one method per output. */
export type TriggerEmitter = Readonly<Record<string, () => void>>;

/** The connected activations for each trigger output of a graph. */
type TriggerTargets = readonly (readonly Activation[])[];

type Push = ActivationExecutor['pushTargets'];

type EmitterConstructor = new (push: Push, outputTargets: TriggerTargets, first: number) => object;

/** All engines of a process share these classes, in the same way as the classes of port views. */
const emitterClasses = new Map<string, EmitterConstructor>();

/**
 * Creates the object through which a handler fires its trigger outputs. Outputs with the same names share one class
 * with a method per output. This is faster: with a dictionary of functions for each node and with services as fields, a
 * triggered node took 79 to 126 ns instead of 50 to 61 ns.
 * @param first index of the node's first trigger output among all trigger outputs of the graph
 */
export const createTriggerEmitter = (
  names: readonly string[],
  push: Push,
  outputTargets: TriggerTargets,
  first: number,
): TriggerEmitter => {
  const key = JSON.stringify(names);
  let emitterClass = emitterClasses.get(key);
  if (!emitterClass) {
    emitterClass = createEmitterClass(names);
    emitterClasses.set(key, emitterClass);
  }
  return new emitterClass(push, outputTargets, first) as TriggerEmitter;
};

const createEmitterClass = (names: readonly string[]): EmitterConstructor => {
  class TriggerEmit {
    readonly #push: Push;
    readonly #outputTargets: TriggerTargets;
    readonly #first: number;

    constructor(push: Push, outputTargets: TriggerTargets, first: number) {
      this.#push = push;
      this.#outputTargets = outputTargets;
      this.#first = first;
    }

    static {
      names.forEach((name, index) => {
        Object.defineProperty(TriggerEmit.prototype, name, {
          value(this: TriggerEmit) {
            this.#push(this.#outputTargets[this.#first + index]!);
          },
        });
      });
    }
  }
  return TriggerEmit;
};
