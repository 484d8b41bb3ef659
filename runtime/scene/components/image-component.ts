import { Mesh, PlaneGeometry } from 'three';
import { assetProperty, floatProperty, markReadOnly, markStructural } from './property-schema.ts';
import { defineComponent } from './component-type.ts';

export const imageComponent = defineComponent({
  name: 'Image',
  description: 'An upright surface with the size of an image, which its material shows',
  schema: {
    asset: markReadOnly(assetProperty('Image that gives the size')),
    pixelsPerMetre: markStructural(
      floatProperty(100, 'Pixels of the image per metre', { minimum: 0.01, maximum: 100_000 }),
    ),
  },
  createObject3D({ asset: tag, pixelsPerMetre }, { resources, getMaterial }) {
    const { width, height } = (tag !== '' && resources.findImageSize(tag)) || { width: 0, height: 0 };
    return new Mesh(new PlaneGeometry(width / pixelsPerMetre, height / pixelsPerMetre), getMaterial(0));
  },
  applyValues(mesh, _, { getMaterial }) {
    mesh.material = getMaterial(0);
  },
});
