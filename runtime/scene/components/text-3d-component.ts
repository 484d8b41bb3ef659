import { fontNames, maxTextLength, textAlignments } from '#spec/actions/text.ts';
import { Mesh } from 'three';
import { createTextGeometry } from '../text/text-geometry.ts';
import { defineComponent } from './component-type.ts';
import { floatProperty, optionProperty, markStructural, textProperty } from './property-schema.ts';

export const text3dComponent = defineComponent({
  name: 'Text3D',
  description: 'Text with depth',
  schema: {
    text: markStructural(textProperty('Text', 'What it says; a line break begins a line', maxTextLength)),
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
    align: markStructural(optionProperty(textAlignments, 'Which part of each line is where the object is')),
  },
  createObject3D({ text, size, depth, align }, { resources, getMaterial }) {
    resources.characterBudget.reserve(text.length);
    const drawn = new Mesh(
      createTextGeometry(resources.getFont(), text, { size, depth, align }),
      getMaterial(0),
    );
    drawn.userData.characters = text.length;
    return drawn;
  },
  applyValues(drawn, _, { getMaterial }) {
    drawn.material = getMaterial(0);
  },
  dispose(drawn, { resources }) {
    resources.characterBudget.release(drawn.userData.characters);
  },
});
