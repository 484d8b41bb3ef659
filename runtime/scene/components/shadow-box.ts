import { ExtrudeGeometry, Group, Mesh, Path, Shape, Vector2 } from 'three';
import { kind } from './kind.ts';
import { float, integer, option, structural } from './slots.ts';

const mostLayers = 20;
/** Corners of an opening that is round. */
const corners = 48;

const metres = { minimum: 0.001, maximum: 1000 };

const openings = {
  ellipse: (x: number, y: number): Vector2[] =>
    Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners;
      return new Vector2(x * Math.cos(angle), y * Math.sin(angle));
    }),
  rectangle: (x: number, y: number): Vector2[] => [
    new Vector2(-x, -y),
    new Vector2(x, -y),
    new Vector2(x, y),
    new Vector2(-x, y),
  ],
};

export const shadowBox = kind({
  name: 'ShadowBox',
  description:
    'Plates one behind the other, each with a smaller opening than the one before it and the last without; each has a material of its own',
  slots: {
    layers: structural(integer(4, 'How many plates there are', { minimum: 1, maximum: mostLayers })),
    width: structural(float(2, 'Width, in metres', metres)),
    height: structural(float(1.5, 'Height, in metres', metres)),
    depth: structural(float(1, 'Metres from the front of the first plate to the back of the last', metres)),
    thickness: structural(float(0.02, 'Thickness of each plate, in metres', metres)),
    opening: structural(
      float(0.8, 'Share of width and height that is open in the first plate', { minimum: 0, maximum: 0.99 }),
    ),
    form: structural(option(['ellipse', 'rectangle'], 'Form of the openings')),
  },
  draw({ layers, width, height, depth, thickness, opening, form }, { material }) {
    const plates = new Group();
    const count = Math.round(layers);
    const thick = Math.min(thickness, depth / count);
    for (let i = 0; i < count; i += 1) {
      const plate = new Shape(openings.rectangle(width / 2, height / 2));
      const share = count === 1 ? 0 : 1 - i / (count - 1);
      const open = (opening * share) / 2;
      if (open > 0) plate.holes = [new Path(openings[form](width * open, height * open))];
      const drawn = new Mesh(new ExtrudeGeometry(plate, { depth: thick, bevelEnabled: false }), material(i));
      drawn.position.z = depth / 2 - thick - (1 - share) * (depth - thick);
      plates.add(drawn);
    }
    return plates;
  },
  show(plates, _, { material }) {
    for (const [i, plate] of plates.children.entries())
      if (plate instanceof Mesh) plate.material = material(i);
  },
  discard(plates) {
    for (const plate of plates.children) if (plate instanceof Mesh) plate.geometry.dispose();
  },
});
