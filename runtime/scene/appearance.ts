/** Main colours of scene objects: one for each material, or that of the light (register: C-42). */
import { Light, type Material, Mesh, type Color as ThreeColor } from 'three';
import { Fault } from '#spec/errors.ts';
import type { Color } from '#spec/values.ts';
import type { SceneObject } from './scene-object.ts';

/** What holds a colour: a material also has an opacity, a light has none. */
interface Painted {
  readonly color: ThreeColor;
  readonly material?: Material;
}

const hasColor = (material: Material): material is Material & { color: ThreeColor } => 'color' in material;

const paintedParts = ({ node }: SceneObject): Painted[] => {
  if (node instanceof Light) return [{ color: node.color }];
  if (!(node instanceof Mesh)) return [];
  const materials: Material[] = Array.isArray(node.material) ? node.material : [node.material];
  return materials.filter(hasColor).map((material) => ({ color: material.color, material }));
};

const read = ({ color: { r, g, b }, material }: Painted): Color => ({ r, g, b, a: material?.opacity ?? 1 });

const part = (object: SceneObject, index: number): Painted => {
  const parts = paintedParts(object);
  const found = parts[index];
  if (found) return found;
  const has = parts.length === 0 ? 'no material' : `materials 0 to ${parts.length - 1}`;
  throw new Fault(
    'ACTION_FAILED',
    `The object '${object.tag}' has ${has}, so there is no material ${index}.`,
    {
      object: object.tag,
      material: index,
      materials: parts.length,
    },
  );
};

/** The main colour of every material of an object, by index; of a light its own. */
export const colorsOf = (object: SceneObject): Color[] => paintedParts(object).map(read);

/** @throws Fault ACTION_FAILED when the object has no such material. */
export const colorOf = (object: SceneObject, material = 0): Color => read(part(object, material));

/**
 * Sets a main colour; components are kept as they are given. Lights have no alpha.
 * @throws Fault ACTION_FAILED when the object has no such material.
 */
export const setColor = (object: SceneObject, { r, g, b, a }: Color, index = 0): void => {
  const { color, material } = part(object, index);
  color.setRGB(r, g, b);
  if (!material) return;
  material.opacity = a;
  material.transparent = a < 1;
};
