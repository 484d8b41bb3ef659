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
  /** Counts what is written and whether it is enabled, for whoever follows it. */
  readonly revision: number;
  /** Holds a value of the type of the property; a number beyond its range becomes the end of it. */
  write(name: string, value: Json): void;
  /** Holds a value that shows nothing new. */
  hold(name: string, value: Json): void;
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

class DrawnPart implements Part {
  readonly kind: Kind;
  readonly values: Record<string, Json>;
  readonly #node: Object3D;
  readonly #workshop: Workshop;
  #drawn: Object3D | undefined;
  #enabled = true;
  #revision = 0;

  constructor(kind: Kind, node: Object3D, workshop: Workshop, given: Values) {
    this.kind = kind;
    this.values = initialValues(kind.slots, given);
    this.#node = node;
    this.#workshop = workshop;
    this.refresh();
  }

  get drawn(): Object3D | undefined {
    return this.#drawn;
  }

  get enabled(): boolean {
    return this.#enabled;
  }
  set enabled(enabled: boolean) {
    this.#enabled = enabled;
    this.#revision += 1;
    if (this.#drawn) this.#drawn.visible = enabled;
  }

  get revision(): number {
    return this.#revision;
  }

  write(name: string, value: Json): void {
    this.#revision += 1;
    this.values[name] = withinRange(this.kind.slots[name] ?? {}, value);
    this.show();
  }

  hold(name: string, value: Json): void {
    this.values[name] = value;
  }

  show(): void {
    if (this.#drawn) this.kind.show?.(this.#drawn, this.values as never, this.#workshop);
  }

  refresh(): void {
    const { mask } = this.#node.layers;
    const next = this.kind.draw?.(this.values as never, this.#workshop);
    if (!next) return;
    this.remove();
    this.#drawn = next;
    next.visible = this.#enabled;
    next.traverse(({ layers }) => {
      layers.mask = mask;
    });
    this.#node.add(next);
    this.show();
  }

  remove(): void {
    if (!this.#drawn) return;
    this.#drawn.removeFromParent();
    this.kind.discard?.(this.#drawn, this.#workshop);
    this.#drawn = undefined;
  }
}

/** Puts a component on the node of an object. */
export const createPart = (kind: Kind, node: Object3D, workshop: Workshop, given: Values = {}): Part =>
  new DrawnPart(kind, node, workshop, given);
