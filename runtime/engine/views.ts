// biome-ignore-all lint/style/noNonNullAssertion: a view has a slot for each of its names
import type { Json } from '#spec/values.ts';

/** Where a body reads or writes its ports: the values of the graph, and the slot of each port. */
export type View = object;

/** Brings a lazy input up to date. */
export type Pull = () => void;

/** What the views of a graph share, so that those of neighbours lie side by side. */
interface Place {
  readonly values: Json[];
  /** Slots of all ports of the graph. */
  readonly slots: readonly number[];
  /** Where those of this view begin. */
  readonly first: number;
}

type Pulls = readonly (Pull | undefined)[];

type MakeView = new (place: Place, pulls: Pulls) => View;

const noPulls: Pulls = [];

/**
 * Makes the objects through which bodies see their ports. Ports of the same names share a class with an
 * accessor per port, so that reading a port costs an array access and nothing is copied.
 */
export const createViews = () => {
  const classes = new Map<string, MakeView>();
  return (names: readonly string[], place: Place, pulls: Pulls = noPulls): View => {
    const key = names.map((name, index) => (pulls[index] ? `${name}?` : name)).join();
    let make = classes.get(key);
    if (!make) {
      make = viewClass(
        names,
        names.map((_, index) => pulls[index] !== undefined),
      );
      classes.set(key, make);
    }
    return new make(place, pulls);
  };
};

export type MakeViews = ReturnType<typeof createViews>;

const viewClass = (names: readonly string[], lazy: readonly boolean[]): MakeView => {
  class PortView {
    readonly $values: Json[];
    readonly $slots: readonly number[];
    readonly $first: number;
    readonly $pulls: Pulls;

    constructor({ values, slots, first }: Place, pulls: Pulls) {
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
