import { ApiError } from '#spec/errors.ts';
import { getDefaultValue, type Json, type PortType } from '#spec/values.ts';
import { memoizeWeak } from '../shared/memoize-weak.ts';
import { checkPortType } from './port-schemas.ts';
import { EngineNode, type EngineNodeContext } from './engine-node.ts';
import type { ComponentInstance } from '../scene/components/component-instance.ts';
import type { ComponentType } from '../scene/components/component-type.ts';
import type { PropertyDefinition, PropertyValues } from '../scene/components/property-schema.ts';
import type { MutableSceneObject, ObjectIdentity } from '../scene/scene-object.ts';
import type { MutableVersionCounter } from '../scene/version-counter.ts';
import type { Component, Engine, Json as EngineJson } from './api.ts';

export interface EngineObjectContext<Handle> extends EngineNodeContext<Handle> {
  readonly structure: MutableVersionCounter;
  readonly appearance: MutableVersionCounter;
}

/** @throws ApiError ACTION_FAILED */
export const rejectUnsupported = (what: string): never => {
  throw new ApiError('ACTION_FAILED', `This runtime can't ${what}.`);
};

/** Converts the components that an engine has returned, once for each returned object. */
const toComponentTypes = memoizeWeak((components: Readonly<Record<string, Component>>) =>
  Object.entries(components).map(
    ([name, { description = '', properties }]): ComponentType => ({
      ...{ name, description },
      schema: Object.fromEntries(
        Object.entries(properties).map(([property, { type, description: text = '', ...limits }]) => [
          property,
          {
            ...{ type: checkPortType(type, `the property '${name}.${property}'`), description: text },
            ...{ ...limits, initial: getDefaultValue(type as PortType) },
          } as PropertyDefinition,
        ]),
      ),
    }),
  ),
);

/** Creates an object whose fields are read from the engine on each access. */
const createLiveValues = <Handle>(
  { name, schema }: ComponentType,
  handle: Handle,
  engine: Engine<Handle>,
): PropertyValues =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      Object.keys(schema).map((property) => [
        property,
        { enumerable: true, get: () => engine.read?.(handle, name, property) ?? null },
      ]),
    ),
  );

const createComponent = <Handle>(
  type: ComponentType,
  handle: Handle,
  { engine, appearance }: EngineObjectContext<Handle>,
): ComponentInstance => {
  const write = (property: string, value: Json): void => {
    engine.write?.(handle, type.name, property, value as EngineJson);
    appearance.increment();
  };
  return {
    type,
    values: createLiveValues(type, handle, engine),
    object3D: undefined,
    enabled: true,
    revision: 0,
    write,
    setWithoutUpdate: write,
    applyValues() {},
    rebuild() {},
    dispose() {},
  };
};

/** A scene object that is an object of the engine. */
export class EngineObject<Handle> implements MutableSceneObject {
  readonly id: string;
  tag: string;
  readonly type: string;
  readonly #node: EngineNode<Handle>;
  readonly materials = [];
  readonly #context: EngineObjectContext<Handle>;
  #components:
    | { readonly from: unknown; readonly byName: ReadonlyMap<string, ComponentInstance> }
    | undefined;
  #layer = 0;
  #isInEngine = true;

  constructor({ id, tag, type, name }: ObjectIdentity, handle: Handle, context: EngineObjectContext<Handle>) {
    this.id = id;
    this.tag = tag;
    this.type = type;
    this.#context = context;
    this.#node = new EngineNode(handle, context);
    this.name = name;
  }

  get handle(): Handle {
    return this.#node.handle;
  }

  /** The node with its current transform. Everything reads transforms through this property. */
  get node(): EngineNode<Handle> {
    if (this.#isInEngine) this.#node.pullTransforms();
    return this.#node;
  }

  get facesNegativeZ(): boolean {
    return this.#context.engine.facesNegativeZ?.(this.handle) ?? false;
  }

  get name(): string {
    return this.#node.name;
  }
  set name(name: string) {
    const { engine, structure } = this.#context;
    this.#node.name = name;
    engine.setName?.(this.handle, name);
    structure.increment();
  }

  get active(): boolean {
    return this.#context.engine.getActive?.(this.handle) ?? this.#node.visible;
  }
  set active(active: boolean) {
    const { engine, appearance } = this.#context;
    this.#node.visible = active;
    engine.setActive?.(this.handle, active);
    appearance.increment();
  }

  get layer(): number {
    return this.#layer;
  }
  set layer(index: number) {
    if (index === this.#layer) return;
    this.#layer = index;
    this.#context.engine.setLayer?.(this.handle, index);
  }

  get components(): ReadonlyMap<string, ComponentInstance> {
    const { engine } = this.#context;
    const from = engine.components?.(this.handle) ?? noComponents;
    if (this.#components?.from !== from)
      this.#components = {
        from,
        byName: new Map(
          toComponentTypes(from).map((type) => [
            type.name,
            createComponent(type, this.handle, this.#context),
          ]),
        ),
      };
    return this.#components.byName;
  }

  addComponent(): never {
    return rejectUnsupported('add components');
  }

  removeComponent(): never {
    return rejectUnsupported('remove components');
  }

  setMaterial(): never {
    return rejectUnsupported('assign materials');
  }

  refreshAsset(): void {}

  /** Called when the engine has destroyed the object itself. */
  forget(): void {
    this.#isInEngine = false;
  }

  dispose(): void {
    if (this.#isInEngine) this.#context.engine.destroy?.(this.handle);
  }
}

const noComponents: Readonly<Record<string, Component>> = {};
