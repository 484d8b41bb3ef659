import { Mesh } from 'three';
import { clampToRange } from '#spec/coerce-value.ts';
import { createInitialValues, withValue } from './property-values.ts';
import type { Object3D } from 'three';
import type { Json } from '#spec/values.ts';
import type { ComponentType, DrawContext } from './component-type.ts';
import type { PropertyValues } from './property-values.ts';

/** One component of one object: the values that it holds, and what is drawn of it. */
export interface ComponentInstance {
  readonly type: ComponentType;
  readonly values: PropertyValues;
  /** Undefined when there is nothing to be seen of it. */
  readonly object3D: Object3D | undefined;
  /** Whether it takes part in the scene. */
  enabled: boolean;
  /** Counts what is written and whether it is enabled, for whoever follows it. */
  readonly revision: number;
  /** Holds a value of the type of the property; a number beyond its range becomes the end of it. */
  write(name: string, value: Json): void;
  /** Holds a value that shows nothing new. */
  setWithoutUpdate(name: string, value: Json): void;
  /** Shows the values that are not structural. */
  applyValues(): void;
  /** Draws it anew. */
  rebuild(): void;
  /** Takes what is drawn away. */
  dispose(): void;
}

/** What values of these types say others follow. */
const structuralTypes: ReadonlySet<unknown> = new Set(['AssetSelector', 'List']);

class DrawnComponentInstance implements ComponentInstance {
  readonly type: ComponentType;
  values: PropertyValues;
  readonly #node: Object3D;
  readonly #drawContext: DrawContext;
  #drawn: Object3D | undefined;
  #enabled = true;
  #revision = 0;

  constructor(kind: ComponentType, node: Object3D, workshop: DrawContext, given: PropertyValues) {
    this.type = kind;
    this.values = createInitialValues(kind.schema, given);
    this.#node = node;
    this.#drawContext = workshop;
    this.rebuild();
  }

  get object3D(): Object3D | undefined {
    return this.#drawn;
  }

  get enabled(): boolean {
    return this.#enabled;
  }
  set enabled(enabled: boolean) {
    this.#enabled = enabled;
    this.#revision += 1;
    this.#drawContext.resources.structure.increment();
    if (this.#drawn) this.#drawn.visible = enabled;
  }

  get revision(): number {
    return this.#revision;
  }

  write(name: string, value: Json): void {
    this.#revision += 1;
    this.setWithoutUpdate(name, clampToRange(this.type.schema[name] ?? {}, value));
    this.applyValues();
  }

  setWithoutUpdate(name: string, value: Json): void {
    this.values = withValue(this.values, name, value);
    if (structuralTypes.has(this.type.schema[name]?.type)) this.#drawContext.resources.structure.increment();
  }

  applyValues(): void {
    if (!this.#drawn) return;
    this.type.applyValues?.(this.#drawn, this.values as never, this.#drawContext);
    this.#drawContext.resources.appearance.increment();
  }

  rebuild(): void {
    const { mask } = this.#node.layers;
    const next = this.type.createObject3D?.(this.values as never, this.#drawContext);
    if (!next) return;
    this.dispose();
    this.#drawn = next;
    next.visible = this.#enabled;
    // it stays where it is on its object, so that nobody who follows 1,000 objects need ask 1,000 meshes as well
    if (next instanceof Mesh) next.matrixAutoUpdate = false;
    next.traverse(({ layers }) => {
      layers.mask = mask;
    });
    this.#node.add(next);
    this.#drawContext.resources.structure.increment();
    this.applyValues();
  }

  dispose(): void {
    if (!this.#drawn) return;
    this.#drawn.removeFromParent();
    this.type.dispose?.(this.#drawn, this.#drawContext);
    this.#drawn = undefined;
  }
}

/** Puts a component on the node of an object. */
export const createComponentInstance = (
  kind: ComponentType,
  node: Object3D,
  workshop: DrawContext,
  given: PropertyValues = {},
): ComponentInstance => new DrawnComponentInstance(kind, node, workshop, given);
