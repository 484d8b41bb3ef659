import { fontNames, maxTextLength, textAlignments } from '#spec/actions/text.ts';
import { Mesh } from 'three';
import { createTextGeometry } from '../text/text-geometry.ts';
import { defineComponent } from './component-type.ts';
import { floatProperty, optionProperty, markStructural, textProperty } from './property-schema.ts';

export const text3dComponent = defineComponent({
  name: 'Text3D',
  description: 'Text with depth',
  schema: {
    text: markStructural(textProperty('Text', 'Its text; a line break starts a new line', maxTextLength)),
    font: markStructural(optionProperty(fontNames, 'Its font')),
    size: markStructural(
      floatProperty(1, 'Size of the font, in metres; a capital letter is 0.73 of it high', {
        minimum: 0.001,
        maximum: 1000,
      }),
    ),
    depth: markStructural(
      floatProperty(0.2, 'Depth, in metres; 0 for flat letters', { minimum: 0, maximum: 1000 }),
    ),
    align: markStructural(
      optionProperty(textAlignments, 'Which part of each line is at the position of the object'),
    ),
  },
  createObject3D({ text, size, depth, align }, { resources, getMaterial }) {
    resources.characterBudget.reserve(text.length);
    const mesh = new Mesh(
      createTextGeometry(resources.getFont(), text, { size, depth, align }),
      getMaterial(0),
    );
    mesh.userData.characters = text.length;
    return mesh;
  },
  applyValues(mesh, _, { getMaterial }) {
    mesh.material = getMaterial(0);
  },
  dispose(mesh, { resources }) {
    resources.characterBudget.release(mesh.userData.characters);
  },
});
