// biome-ignore-all lint/style/noNonNullAssertion: an emitter has a list for each of its names
import type { Activation, ActivationExecutor } from './activation-executor.ts';

/** Through which a handler triggers its outputs: one method each. */
export type TriggerEmitter = Readonly<Record<string, () => void>>;

/** The connections of each trigger output of a graph. */
type TriggerTargets = readonly (readonly Activation[])[];

type Push = ActivationExecutor['pushTargets'];

type EmitterConstructor = new (push: Push, exits: TriggerTargets, first: number) => object;

/** Shared by all engines of a process, like those of views. */
const emitterClasses = new Map<string, EmitterConstructor>();

/**
 * Creates the object through which a handler triggers its outputs. Outputs with the same names share a class with a
 * method for each. With a dictionary of functions for each node, and its services as fields, a triggered node took 79
 * to 126 ns instead of 50 to 61.
 * @param first index of the first of these outputs among the trigger outputs of the graph.
 */
export const createTriggerEmitter = (
  names: readonly string[],
  push: Push,
  exits: TriggerTargets,
  first: number,
): TriggerEmitter => {
  const key = JSON.stringify(names);
  let make = emitterClasses.get(key);
  if (!make) {
    make = createEmitterClass(names);
    emitterClasses.set(key, make);
  }
  return new make(push, exits, first) as TriggerEmitter;
};

const createEmitterClass = (names: readonly string[]): EmitterConstructor => {
  class TriggerEmit {
    readonly #push: Push;
    readonly #exits: TriggerTargets;
    readonly #first: number;

    constructor(push: Push, exits: TriggerTargets, first: number) {
      this.#push = push;
      this.#exits = exits;
      this.#first = first;
    }

    static {
      names.forEach((name, index) => {
        Object.defineProperty(TriggerEmit.prototype, name, {
          value(this: TriggerEmit) {
            this.#push(this.#exits[this.#first + index]!);
          },
        });
      });
    }
  }
  return TriggerEmit;
};
