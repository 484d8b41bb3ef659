import { Mesh } from 'three';
import { withinRange } from '#spec/coerce.ts';
import { initialValues, written } from './values.ts';
import type { Object3D } from 'three';
import type { Json } from '#spec/values.ts';
import type { Kind, Workshop } from './kind.ts';
import type { Values } from './values.ts';

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

/** What values of these types say others follow. */
const structuralTypes: ReadonlySet<unknown> = new Set(['AssetSelector', 'List']);

class DrawnPart implements Part {
  readonly kind: Kind;
  values: Values;
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
    this.#workshop.resources.structure.note();
    if (this.#drawn) this.#drawn.visible = enabled;
  }

  get revision(): number {
    return this.#revision;
  }

  write(name: string, value: Json): void {
    this.#revision += 1;
    this.hold(name, withinRange(this.kind.slots[name] ?? {}, value));
    this.show();
  }

  hold(name: string, value: Json): void {
    this.values = written(this.values, name, value);
    if (structuralTypes.has(this.kind.slots[name]?.type)) this.#workshop.resources.structure.note();
  }

  show(): void {
    if (!this.#drawn) return;
    this.kind.show?.(this.#drawn, this.values as never, this.#workshop);
    this.#workshop.resources.looks.note();
  }

  refresh(): void {
    const { mask } = this.#node.layers;
    const next = this.kind.draw?.(this.values as never, this.#workshop);
    if (!next) return;
    this.remove();
    this.#drawn = next;
    next.visible = this.#enabled;
    // it stays where it is on its object, so that nobody who follows 1,000 objects need ask 1,000 meshes as well
    if (next instanceof Mesh) next.matrixAutoUpdate = false;
    next.traverse(({ layers }) => {
      layers.mask = mask;
    });
    this.#node.add(next);
    this.#workshop.resources.structure.note();
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
