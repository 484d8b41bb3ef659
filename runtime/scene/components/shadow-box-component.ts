import { ExtrudeGeometry, Group, Mesh, Path, Shape, Vector2 } from 'three';
import { defineComponent } from './component-type.ts';
import { floatProperty, integerProperty, optionProperty, markStructural } from './property-schema.ts';

const maxLayers = 20;
/** The number of corners that approximate a round opening. */
const roundOpeningCorners = 48;

const metres = { minimum: 0.001, maximum: 1000 };

const openingShapes = {
  ellipse: (x: number, y: number): Vector2[] =>
    Array.from({ length: roundOpeningCorners }, (_, i) => {
      const angle = (2 * Math.PI * i) / roundOpeningCorners;
      return new Vector2(x * Math.cos(angle), y * Math.sin(angle));
    }),
  rectangle: (x: number, y: number): Vector2[] => [
    new Vector2(-x, -y),
    new Vector2(x, -y),
    new Vector2(x, y),
    new Vector2(-x, y),
  ],
};

export const shadowBoxComponent = defineComponent({
  name: 'ShadowBox',
  description:
    'A stack of plates; each has a smaller opening than the one before it, the last has none, and each has its own material',
  schema: {
    layers: markStructural(integerProperty(4, 'Number of plates', { minimum: 1, maximum: maxLayers })),
    width: markStructural(floatProperty(2, 'Width, in metres', metres)),
    height: markStructural(floatProperty(1.5, 'Height, in metres', metres)),
    depth: markStructural(
      floatProperty(1, 'Metres from the front of the first plate to the back of the last', metres),
    ),
    thickness: markStructural(floatProperty(0.02, 'Thickness of each plate, in metres', metres)),
    opening: markStructural(
      floatProperty(0.8, 'Share of width and height that is open in the first plate', {
        minimum: 0,
        maximum: 0.99,
      }),
    ),
    form: markStructural(optionProperty(['ellipse', 'rectangle'], 'Shape of the openings')),
  },
  createObject3D({ layers, width, height, depth, thickness, opening, form }, { getMaterial }) {
    const plates = new Group();
    const count = Math.round(layers);
    const plateThickness = Math.min(thickness, depth / count);
    for (let i = 0; i < count; i += 1) {
      const plate = new Shape(openingShapes.rectangle(width / 2, height / 2));
      const fraction = count === 1 ? 0 : 1 - i / (count - 1);
      const halfOpening = (opening * fraction) / 2;
      if (halfOpening > 0)
        plate.holes = [new Path(openingShapes[form](width * halfOpening, height * halfOpening))];
      const mesh = new Mesh(
        new ExtrudeGeometry(plate, { depth: plateThickness, bevelEnabled: false }),
        getMaterial(i),
      );
      mesh.position.z = depth / 2 - plateThickness - (1 - fraction) * (depth - plateThickness);
      plates.add(mesh);
    }
    return plates;
  },
  applyValues(plates, _, { getMaterial }) {
    for (const [i, plate] of plates.children.entries())
      if (plate instanceof Mesh) plate.material = getMaterial(i);
  },
  dispose(plates) {
    for (const plate of plates.children) if (plate instanceof Mesh) plate.geometry.dispose();
  },
});
