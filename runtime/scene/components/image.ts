import { Mesh, PlaneGeometry } from 'three';
import { asset, float, readOnly, structural } from './slots.ts';
import { kind } from './kind.ts';

export const image = kind({
  name: 'Image',
  description: 'An upright surface of the size of an image, which its material shows',
  slots: {
    asset: readOnly(asset('Image whose size it has')),
    pixelsPerMetre: structural(
      float(100, 'Pixels of the image on a metre', { minimum: 0.01, maximum: 100_000 }),
    ),
  },
  draw({ asset: tag, pixelsPerMetre }, { resources, material }) {
    const { width, height } = (tag !== '' && resources.imageSize(tag)) || { width: 0, height: 0 };
    return new Mesh(new PlaneGeometry(width / pixelsPerMetre, height / pixelsPerMetre), material(0));
  },
  show(drawn, _, { material }) {
    drawn.material = material(0);
  },
});
