import { Group, Mesh } from 'three';
import { asset, boolean, readOnly } from './slots.ts';
import { kind } from './kind.ts';
import type { Material, Object3D } from 'three';
import type { ModelInstance } from '../assets/models/model.ts';
import type { SceneObject } from '../scene-object.ts';

/** A mesh of a model, and the indexes of its materials among those of the object. */
interface Painted {
  readonly mesh: Mesh;
  readonly indexes: number | readonly number[];
}

/** What is drawn of a model: one appearance of it, or nothing. */
class ModelGroup extends Group {
  readonly instance: ModelInstance | undefined;
  readonly materials: readonly Material[];
  readonly painted: readonly Painted[];

  constructor(instance: ModelInstance | undefined) {
    super();
    this.instance = instance;
    const meshes = instance ? meshesIn(instance.root) : [];
    this.materials = [...new Set(meshes.flatMap(({ material }) => material))];
    const indexOf = (material: Material): number => this.materials.indexOf(material);
    this.painted = meshes.map((mesh) => {
      const { material } = mesh;
      return { mesh, indexes: Array.isArray(material) ? material.map(indexOf) : indexOf(material) };
    });
    if (instance) this.add(instance.root);
  }
}

const meshesIn = (root: Object3D): Mesh[] => {
  const meshes: Mesh[] = [];
  root.traverse((node) => {
    if (node instanceof Mesh) meshes.push(node);
  });
  return meshes;
};

export const model = kind({
  name: 'Model',
  description: 'A model of the assets, in its own materials',
  slots: {
    asset: readOnly(asset('Model that it shows')),
    castShadow: boolean(true, 'Whether it casts shadows'),
    receiveShadow: boolean(true, 'Whether shadows fall on it'),
  },
  draw({ asset: tag }, { resources, base }) {
    const drawn = new ModelGroup(tag === '' ? undefined : resources.model(tag));
    for (const [index, material] of drawn.materials.entries()) base(index, material);
    return drawn;
  },
  show({ painted }, { castShadow, receiveShadow }, { material }) {
    for (const { mesh, indexes } of painted) {
      Object.assign(mesh, { castShadow, receiveShadow });
      mesh.material = typeof indexes === 'number' ? material(indexes) : indexes.map(material);
    }
  },
  discard({ instance }) {
    instance?.release();
  },
});

/** What an object shows of its model; undefined for one that shows none. */
export const instanceIn = ({ parts }: SceneObject): ModelInstance | undefined => {
  const drawn = parts.get(model.name)?.drawn;
  return drawn instanceof ModelGroup ? drawn.instance : undefined;
};
