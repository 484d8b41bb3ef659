import { Object3D } from 'three';
import { createPart } from './components/part.ts';
import { createMaterial } from './materials/material.ts';
import type { Kind, Workshop } from './components/kind.ts';
import type { Part } from './components/part.ts';
import type { Values } from './components/values.ts';
import type { Slots } from './components/slots.ts';
import type { Material } from './materials/material.ts';
import type { Shader } from './materials/shader.ts';
import type { Resources } from './resources.ts';

/** One object of the scene. It is addressed by its tag; only the scene gives and changes tags. */
export interface SceneObject {
  /** Never changes and is never given again. */
  readonly id: string;
  readonly tag: string;
  /** Menu path of the spawnable that the object was made from. */
  readonly type: string;
  readonly node: Object3D;
  /** Its components by name, in the order in which they came. */
  readonly parts: ReadonlyMap<string, Part>;
  /** What its components are drawn with. */
  readonly materials: readonly Material[];
  /** Display name; several objects may share one. */
  name: string;
  /** Whether the object is active itself, whatever its parents are. */
  active: boolean;
  /** Index of its layer. */
  layer: number;
  /** Takes where it is, relative to its parent, for where it belongs. */
  settleHere(): void;
  /** Puts it back to where it belongs. */
  resettle(): void;
  /** Where it belongs, as plain data. */
  home(): unknown;
  /** Gives it a component, in the place of one of that kind. */
  attach(kind: Kind, given?: Values): Part;
  detach(name: string): void;
  /** Draws anew what shows an asset. */
  showAnew(asset: string): void;
  /** Gives it a material at an index, and shows it. */
  paint(index: number, shader: Shader, given?: Values): void;
}

/** A scene object as its scene holds it. */
export interface OwnedObject extends SceneObject {
  tag: string;
}

interface Identity {
  readonly id: string;
  readonly tag: string;
  readonly type: string;
  readonly name: string;
}

/** Is told of the components of an object, after it has got or lost them. */
export interface ComponentListener {
  attached(object: SceneObject, component: string): void;
  detached(object: SceneObject, component: string): void;
}

/** A scene object; name, active and layer live in its node. A class, because there are thousands of them. */
class NodeObject implements OwnedObject {
  readonly id: string;
  tag: string;
  readonly type: string;
  readonly node = new Object3D();
  readonly parts = new Map<string, Part>();
  readonly materials: Material[] = [];
  readonly #workshop: Workshop;
  readonly #listener: ComponentListener;
  #layer = 0;
  /** Position, quaternion and scale where it belongs. */
  #home: readonly number[] = [];

  constructor({ id, tag, type, name }: Identity, resources: Resources, listener: ComponentListener) {
    this.id = id;
    this.tag = tag;
    this.type = type;
    this.node.name = name;
    this.#listener = listener;
    const { materials } = this;
    this.#workshop = {
      resources,
      material(index) {
        materials[index] ??= createMaterial({ resources });
        return materials[index].built;
      },
      base(index, base) {
        const known = materials[index];
        const chosen = known && { shader: known.shader, given: known.values };
        materials[index] = createMaterial({ resources, ...chosen, base });
      },
    };
  }

  get name(): string {
    return this.node.name;
  }
  set name(name: string) {
    this.node.name = name;
    this.#workshop.resources.structure.note();
  }

  get active(): boolean {
    return this.node.visible;
  }
  set active(active: boolean) {
    this.node.visible = active;
    this.#workshop.resources.looks.note();
  }

  get layer(): number {
    return this.#layer;
  }
  set layer(index: number) {
    this.#layer = index;
    this.node.layers.set(index);
    for (const { drawn } of this.parts.values()) drawn?.traverse(({ layers }) => layers.set(index));
  }

  settleHere(): void {
    const { position, quaternion, scale } = this.node;
    this.#home = [...position, ...quaternion, ...scale];
  }

  resettle(): void {
    const { position, quaternion, scale } = this.node;
    position.fromArray(this.#home, 0);
    quaternion.fromArray(this.#home, 3);
    scale.fromArray(this.#home, 7);
  }

  home(): readonly number[] {
    return this.#home;
  }

  attach(kind: Kind, given?: Values): Part {
    this.detach(kind.name);
    const part = createPart(kind, this.node, this.#workshop, given);
    this.parts.set(kind.name, part);
    this.#workshop.resources.structure.note();
    this.#listener.attached(this, kind.name);
    return part;
  }

  detach(component: string): void {
    const part = this.parts.get(component);
    if (!part) return;
    part.remove();
    this.parts.delete(component);
    this.#workshop.resources.structure.note();
    this.#listener.detached(this, component);
  }

  showAnew(asset: string): void {
    for (const part of this.parts.values()) if (uses(part.kind.slots, part.values, asset)) part.refresh();
    for (const material of this.materials)
      if (uses(material.shader.slots, material.values, asset)) material.show();
  }

  paint(index: number, shader: Shader, given?: Values): void {
    const { resources } = this.#workshop;
    resources.structure.note();
    const base = this.materials[index]?.base;
    this.materials[index] = createMaterial({ resources, shader, base, ...(given && { given }) });
    for (const part of this.parts.values()) part.show();
  }
}

/** Whether one of the values is this asset. */
const uses = (slots: Slots, values: Values, asset: string): boolean =>
  Object.entries(slots).some(([name, { type }]) => type === 'AssetSelector' && values[name] === asset);

/** Puts a scene object together, without components. */
export const createSceneObject = (
  identity: Identity,
  resources: Resources,
  listener: ComponentListener,
): OwnedObject => new NodeObject(identity, resources, listener);
