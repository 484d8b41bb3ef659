import { cameraComponent } from './components/camera-component.ts';
import { lightComponent } from './components/light-component.ts';
import { type ComponentInstance, createComponentInstance } from './components/component-instance.ts';
import { freezeValues, type PropertySchema, type PropertyValues } from './components/property-schema.ts';
import { createMaterial, type Material } from './materials/material.ts';
import { SceneNode } from './scene-node.ts';
import type { ComponentType, DrawContext } from './components/component-type.ts';
import type { Shader } from './materials/shaders.ts';
import type { SceneResources } from './scene-resources.ts';

/** An object of the scene. It is addressed by its tag, which only the scene assigns and changes. */
export interface SceneObject {
  /** The object's id, which never changes and is never reused. */
  readonly id: string;
  readonly tag: string;
  /** The menu path of the spawnable from which the object was made. */
  readonly type: string;
  readonly node: SceneNode;
  /** Whether the object's front is its -Z axis, as it is for cameras and lights, instead of its +Z axis. */
  readonly facesNegativeZ: boolean;
  /** The object's components keyed by name, in the order in which they were added. */
  readonly components: ReadonlyMap<string, ComponentInstance>;
  /** The materials with which the object's components are drawn. */
  readonly materials: readonly Material[];
  /** The display name, which several objects may share. */
  name: string;
  /** Whether the object itself is active, regardless of its ancestors. */
  active: boolean;
  layer: number;
  /** Adds a component, or replaces the existing component of the same type. */
  addComponent(kind: ComponentType, initialValues?: PropertyValues): ComponentInstance;
  removeComponent(name: string): void;
  /** Redraws the object's components that show an asset. */
  refreshAsset(asset: string): void;
  setMaterial(index: number, shader: Shader, initialValues?: PropertyValues): void;
}

/** A scene object with the operations that only its scene uses. */
export interface MutableSceneObject extends SceneObject {
  tag: string;
  /** Releases what the object uses, after it has left the scene. */
  dispose(): void;
}

export interface ObjectIdentity {
  readonly id: string;
  readonly tag: string;
  readonly type: string;
  readonly name: string;
}

/** A listener that is called after components of an object were added or removed. */
export interface ComponentListener {
  componentAdded(object: SceneObject, component: string): void;
  componentRemoved(object: SceneObject, component: string): void;
}

/**
 * A scene object whose name, active state and layer are stored in its node. A class is used rather than a set of
 * closures, because there are thousands of scene objects.
 */
class NodeSceneObject implements MutableSceneObject {
  readonly id: string;
  tag: string;
  readonly type: string;
  readonly node = new SceneNode();
  readonly components = new Map<string, ComponentInstance>();
  readonly materials: Material[] = [];
  readonly #drawContext: DrawContext;
  readonly #listener: ComponentListener;
  #layer = 0;

  constructor(
    { id, tag, type, name }: ObjectIdentity,
    resources: SceneResources,
    listener: ComponentListener,
  ) {
    this.id = id;
    this.tag = tag;
    this.type = type;
    this.node.name = name;
    this.#listener = listener;
    const { materials } = this;
    this.#drawContext = {
      resources,
      getMaterial(index) {
        materials[index] ??= createMaterial({ resources });
        return materials[index].threeMaterial;
      },
      setBaseMaterial(index, base) {
        const existing = materials[index];
        const current = existing && { shader: existing.shader, initialValues: existing.values };
        materials[index] = createMaterial({ resources, ...current, base });
      },
    };
  }

  get facesNegativeZ(): boolean {
    return this.components.has(cameraComponent.name) || this.components.has(lightComponent.name);
  }

  get name(): string {
    return this.node.name;
  }
  set name(name: string) {
    this.node.name = name;
    this.#drawContext.resources.structure.increment();
  }

  get active(): boolean {
    return this.node.visible;
  }
  set active(active: boolean) {
    this.node.visible = active;
    this.#drawContext.resources.appearance.increment();
  }

  get layer(): number {
    return this.#layer;
  }
  set layer(index: number) {
    this.#layer = index;
    this.node.layers.set(index);
    for (const { object3D } of this.components.values())
      object3D?.traverse(({ layers }) => layers.set(index));
  }

  addComponent(kind: ComponentType, initialValues?: PropertyValues): ComponentInstance {
    this.removeComponent(kind.name);
    const instance = createComponentInstance(kind, this.node, this.#drawContext, initialValues);
    this.components.set(kind.name, instance);
    this.#drawContext.resources.structure.increment();
    this.#listener.componentAdded(this, kind.name);
    return instance;
  }

  removeComponent(component: string): void {
    const instance = this.components.get(component);
    if (!instance) return;
    instance.dispose();
    this.components.delete(component);
    this.#drawContext.resources.structure.increment();
    this.#listener.componentRemoved(this, component);
  }

  refreshAsset(asset: string): void {
    for (const instance of this.components.values())
      if (usesAsset(instance.type.schema, instance.values, asset)) instance.rebuild();
    for (const material of this.materials)
      if (usesAsset(material.shader.schema, material.values, asset)) material.updateAppearance();
  }

  setMaterial(index: number, shader: Shader, initialValues?: PropertyValues): void {
    const { resources } = this.#drawContext;
    resources.structure.increment();
    const base = this.materials[index]?.baseMaterial;
    this.materials[index] = createMaterial({
      resources,
      shader,
      base,
      ...(initialValues && { initialValues }),
    });
    for (const instance of this.components.values()) instance.applyValues();
  }

  dispose(): void {
    for (const component of this.components.values()) component.dispose();
  }
}

const usesAsset = (schema: PropertySchema, values: PropertyValues, asset: string): boolean =>
  Object.entries(schema).some(([name, { type }]) => type === 'AssetSelector' && values[name] === asset);

/** Creates a scene object without components. */
export const createSceneObject = (
  identity: ObjectIdentity,
  resources: SceneResources,
  listener: ComponentListener,
): MutableSceneObject => new NodeSceneObject(identity, resources, listener);

/** The components and materials of an object, without its identity and its transform. */
export interface Blueprint {
  readonly components: readonly {
    readonly kind: ComponentType;
    readonly enabled: boolean;
    readonly values: PropertyValues;
  }[];
  readonly materials: readonly { readonly shader: Shader; readonly values: PropertyValues }[];
}

/** Adds the components and materials of a blueprint to an object that has no components yet. */
export const applyBlueprint = (object: SceneObject, { components, materials }: Blueprint): void => {
  for (const [index, { shader, values }] of materials.entries()) object.setMaterial(index, shader, values);
  for (const { kind, enabled, values } of components) object.addComponent(kind, values).enabled = enabled;
};

export const toBlueprint = ({ components, materials }: SceneObject): Blueprint => ({
  components: Array.from(components.values(), ({ type, enabled, values }) => ({
    ...{ kind: type, enabled },
    values: freezeValues(values),
  })),
  materials: materials.map(({ shader, values }) => ({ shader, values: freezeValues(values) })),
});
