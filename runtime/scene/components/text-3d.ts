import { fontNames, longestText, textAlignments } from '#spec/actions/text.ts';
import { Mesh } from 'three';
import { textGeometry } from '../text/text-geometry.ts';
import { kind } from './kind.ts';
import { float, option, structural, text } from './slots.ts';

export const text3d = kind({
  name: 'Text3D',
  description: 'Text with depth',
  slots: {
    text: structural(text('Text', 'What it says; a line break begins a line', longestText)),
    font: structural(option(fontNames, 'Its font')),
    size: structural(
      float(1, 'Size of the font, in metres; a capital letter is 0.73 of it high', {
        minimum: 0.001,
        maximum: 1000,
      }),
    ),
    depth: structural(float(0.2, 'Depth, in metres; 0 for flat letters', { minimum: 0, maximum: 1000 })),
    align: structural(option(textAlignments, 'Which part of each line is where the object is')),
  },
  draw({ text, size, depth, align }, { resources, material }) {
    resources.characters.take(text.length);
    const drawn = new Mesh(textGeometry(resources.font(), text, { size, depth, align }), material(0));
    drawn.userData.characters = text.length;
    return drawn;
  },
  show(drawn, _, { material }) {
    drawn.material = material(0);
  },
  discard(drawn, { resources }) {
    resources.characters.give(drawn.userData.characters);
  },
});
