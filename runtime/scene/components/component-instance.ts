import { Mesh, type Object3D } from 'three';
import { clampToRange } from '#spec/coerce-value.ts';
import { createInitialValues, type PropertyValues, withValue } from './property-schema.ts';
import type { Json } from '#spec/values.ts';
import type { ComponentType, DrawContext } from './component-type.ts';

/** A component of a scene object: its values, and the three.js object that shows it. */
export interface ComponentInstance {
  readonly type: ComponentType;
  readonly values: PropertyValues;
  /** The three.js object that shows the component; `undefined` when the component draws nothing. */
  readonly object3D: Object3D | undefined;
  /** Whether the component has an effect in the scene. */
  enabled: boolean;
  /** The number of writes and of changes to `enabled` so far. */
  readonly revision: number;
  /** Stores a value, which must have the property's type. Numbers are clamped to the property's range. */
  write(name: string, value: Json): void;
  /** Stores a value without updating what is drawn. */
  setWithoutUpdate(name: string, value: Json): void;
  /** Applies the values that are not structural to the component's three.js object. */
  applyValues(): void;
  /** Recreates the component's three.js object. */
  rebuild(): void;
  /** Removes the component's three.js object. */
  dispose(): void;
}

/** Types whose values are structural, since other parts of the runtime depend on them. */
const structuralTypes: ReadonlySet<unknown> = new Set(['AssetSelector', 'List']);

class DrawnComponentInstance implements ComponentInstance {
  readonly type: ComponentType;
  values: PropertyValues;
  readonly #node: Object3D;
  readonly #drawContext: DrawContext;
  #drawn: Object3D | undefined;
  #enabled = true;
  #revision = 0;

  constructor(kind: ComponentType, node: Object3D, context: DrawContext, initialValues: PropertyValues) {
    this.type = kind;
    this.values = createInitialValues(kind.schema, initialValues);
    this.#node = node;
    this.#drawContext = context;
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
    this.type.applyValues?.(this.#drawn, this.values, this.#drawContext);
    this.#drawContext.resources.appearance.increment();
  }

  rebuild(): void {
    const { mask } = this.#node.layers;
    const next = this.type.createObject3D?.(this.values, this.#drawContext);
    if (!next) return;
    this.dispose();
    this.#drawn = next;
    next.visible = this.#enabled;
    // A mesh never moves within its object. Without automatic updates, a scan of 1,000 objects can skip their 1,000
    // meshes.
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

export const createComponentInstance = (
  kind: ComponentType,
  node: Object3D,
  context: DrawContext,
  initialValues: PropertyValues = {},
): ComponentInstance => new DrawnComponentInstance(kind, node, context, initialValues);
