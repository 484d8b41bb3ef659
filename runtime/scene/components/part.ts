import { withinRange } from '#spec/coerce.ts';
import type { Object3D } from 'three';
import type { Json } from '#spec/values.ts';
import type { Kind, Workshop } from './kind.ts';
import type { Slots } from './slots.ts';

/** Values of properties by name. */
export type Values = Readonly<Record<string, Json>>;

/** One component of one object: the values that it holds, and what is drawn of it. */
export interface Part {
  readonly kind: Kind;
  readonly values: Values;
  /** Undefined when there is nothing to be seen of it. */
  readonly drawn: Object3D | undefined;
  /** Whether it takes part in the scene. */
  enabled: boolean;
  /** Holds a value of the type of the property; a number beyond its range becomes the end of it. */
  write(name: string, value: Json): void;
  /** Shows the values that are not structural. */
  show(): void;
  /** Draws it anew. */
  refresh(): void;
  /** Takes what is drawn away. */
  remove(): void;
}

/** The values that slots begin with, but for those that are given. */
export const initialValues = (slots: Slots, given: Values): Record<string, Json> =>
  Object.fromEntries(Object.entries(slots).map(([name, { initial }]) => [name, given[name] ?? initial]));

/** Puts a component on the node of an object. */
export const createPart = (kind: Kind, node: Object3D, workshop: Workshop, given: Values = {}): Part => {
  const values = initialValues(kind.slots, given);
  let drawn: Object3D | undefined;
  let enabled = true;

  const show = (): void => {
    if (drawn) kind.show?.(drawn, values as never, workshop);
  };
  const remove = (): void => {
    drawn?.removeFromParent();
    drawn = undefined;
  };
  const refresh = (): void => {
    if (!kind.draw) return;
    const next = kind.draw(values as never, workshop);
    remove();
    drawn = next;
    drawn.visible = enabled;
    drawn.traverse(({ layers }) => {
      layers.mask = node.layers.mask;
    });
    node.add(drawn);
    show();
  };

  refresh();
  return {
    kind,
    values,
    get drawn() {
      return drawn;
    },
    get enabled() {
      return enabled;
    },
    set enabled(now) {
      enabled = now;
      if (drawn) drawn.visible = now;
    },
    write(name, value) {
      values[name] = withinRange(kind.slots[name] ?? {}, value);
      show();
    },
    show,
    refresh,
    remove,
  };
};
