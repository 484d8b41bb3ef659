import { Mesh } from 'three';
import { primitiveNames } from '../resources.ts';
import { kind } from './kind.ts';
import { boolean, option, structural } from './slots.ts';

export const mesh = kind({
  name: 'Mesh',
  description: 'A solid of a primitive shape',
  slots: {
    geometry: structural(option(primitiveNames, 'Shape')),
    castShadow: boolean(true, 'Whether it casts shadows'),
    receiveShadow: boolean(true, 'Whether shadows fall on it'),
  },
  draw: ({ geometry }, { resources, material }) => new Mesh(resources.primitive(geometry), material(0)),
  show(drawn, { castShadow, receiveShadow }, { material }) {
    drawn.castShadow = castShadow;
    drawn.receiveShadow = receiveShadow;
    drawn.material = material(0);
  },
});
