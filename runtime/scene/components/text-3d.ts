import { fontNames, textAlignments } from '#spec/actions/text.ts';
import { BufferGeometry, Mesh } from 'three';
import { kind } from './kind.ts';
import { float, option, structural, text } from './slots.ts';

export const text3d = kind({
  name: 'Text3D',
  description: 'Text with depth',
  slots: {
    text: structural(text('Text', 'What it says')),
    font: structural(option(fontNames, 'Its font')),
    size: structural(float(1, 'Height of a capital, in metres', { minimum: 0.001 })),
    depth: structural(float(0.2, 'Depth, in metres', { minimum: 0 })),
    align: structural(option(textAlignments, 'Which part of each line is where the object is')),
  },
  draw: (_, { material }) => new Mesh(new BufferGeometry(), material(0)),
  show(drawn, _, { material }) {
    drawn.material = material(0);
  },
});
