import { Group, type Material, type Mesh } from 'three';
import { listMeshes, type ModelInstance } from '../assets/models/model.ts';
import { assetProperty, booleanProperty, markReadOnly } from './property-schema.ts';
import { defineComponent } from './component-type.ts';
import type { SceneObject } from '../scene-object.ts';

/** A mesh of a model, with the indices of its materials in the object's list of materials. */
interface MeshMaterials {
  readonly mesh: Mesh;
  readonly indexes: number | readonly number[];
}

class ModelGroup extends Group {
  readonly instance: ModelInstance | undefined;
  readonly materials: readonly Material[];
  readonly meshMaterials: readonly MeshMaterials[];

  constructor(instance: ModelInstance | undefined) {
    super();
    this.instance = instance;
    const meshes = instance ? listMeshes(instance.root) : [];
    this.materials = [...new Set(meshes.flatMap(({ material }) => material))];
    const indexOf = (material: Material): number => this.materials.indexOf(material);
    this.meshMaterials = meshes.map((mesh) => {
      const { material } = mesh;
      return { mesh, indexes: Array.isArray(material) ? material.map(indexOf) : indexOf(material) };
    });
    if (instance) this.add(instance.root);
  }
}

export const modelComponent = defineComponent({
  name: 'Model',
  description: 'A model asset with its own materials',
  schema: {
    asset: markReadOnly(assetProperty('Model that it shows')),
    castShadow: booleanProperty(true, 'Whether it casts shadows'),
    receiveShadow: booleanProperty(true, 'Whether it receives shadows'),
  },
  createObject3D({ asset: tag }, { resources, setBaseMaterial }) {
    const group = new ModelGroup(tag === '' ? undefined : resources.instantiateModel(tag));
    for (const [index, material] of group.materials.entries()) setBaseMaterial(index, material);
    return group;
  },
  applyValues({ meshMaterials }, { castShadow, receiveShadow }, { getMaterial }) {
    for (const { mesh, indexes } of meshMaterials) {
      Object.assign(mesh, { castShadow, receiveShadow });
      mesh.material = typeof indexes === 'number' ? getMaterial(indexes) : indexes.map(getMaterial);
    }
  },
  dispose({ instance }) {
    instance?.release();
  },
});

/** Returns the model instance that an object shows; `undefined` when the object shows no model. */
export const findModelInstance = ({ components }: SceneObject): ModelInstance | undefined => {
  const group = components.get(modelComponent.name)?.object3D;
  return group instanceof ModelGroup ? group.instance : undefined;
};
