import { Mesh } from 'three';
import { primitiveNames } from '../scene-resources.ts';
import { defineComponent } from './component-type.ts';
import { booleanProperty, optionProperty, markStructural } from './property-schema.ts';

export const meshComponent = defineComponent({
  name: 'Mesh',
  description: 'A solid of a primitive shape',
  schema: {
    geometry: markStructural(optionProperty(primitiveNames, 'Shape')),
    castShadow: booleanProperty(true, 'Whether it casts shadows'),
    receiveShadow: booleanProperty(true, 'Whether it receives shadows'),
  },
  createObject3D: ({ geometry }, { resources, getMaterial }) =>
    new Mesh(resources.getPrimitive(geometry), getMaterial(0)),
  applyValues(mesh, { castShadow, receiveShadow }, { getMaterial }) {
    mesh.castShadow = castShadow;
    mesh.receiveShadow = receiveShadow;
    mesh.material = getMaterial(0);
  },
});
