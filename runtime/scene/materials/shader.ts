import { DoubleSide, FrontSide, MeshBasicMaterial, MeshPhongMaterial, MeshStandardMaterial } from 'three';
import type { Color, Material } from 'three';
import { boolean, color, float } from '../components/slots.ts';
import type { Slots, ValuesOf } from '../components/slots.ts';

/** How a surface looks: the properties that a material with it has. */
export interface Shader<S extends Slots = Slots, Built extends Material = Material> {
  readonly name: string;
  readonly description: string;
  readonly slots: S;
  build(): Built;
  show(built: Built, values: ValuesOf<S>): void;
}

const shader = <S extends Slots, Built extends Material>(declared: Shader<S, Built>): Shader<S, Built> =>
  declared;

const surface = {
  color: color({ r: 1, g: 1, b: 1, a: 1 }, 'Main colour; an alpha below 1 lets through what is behind'),
  alphaCutoff: float(0, 'Alpha below which nothing is drawn', { minimum: 0, maximum: 1 }),
  doubleSided: boolean(false, 'Whether it is seen from behind'),
};

const emission = {
  emission: color({ r: 0, g: 0, b: 0, a: 1 }, 'Colour that it gives off by itself'),
  emissionIntensity: float(1, 'Strength of what it gives off', { minimum: 0 }),
};

const showSurface = (
  built: Material & { color: Color },
  { color: { r, g, b, a }, alphaCutoff, doubleSided }: ValuesOf<typeof surface>,
): void => {
  built.color.setRGB(r, g, b);
  built.opacity = a;
  built.transparent = a < 1;
  built.alphaTest = alphaCutoff;
  built.side = doubleSided ? DoubleSide : FrontSide;
};

const showEmission = (
  built: MeshStandardMaterial | MeshPhongMaterial,
  { emission: { r, g, b }, emissionIntensity }: ValuesOf<typeof emission>,
): void => {
  built.emissive.setRGB(r, g, b);
  built.emissiveIntensity = emissionIntensity;
};

export const standard = shader({
  name: 'Standard',
  description: 'Physically based: metal or not, rough or smooth',
  slots: {
    ...surface,
    metalness: float(0, 'From 0, not a metal, to 1', { minimum: 0, maximum: 1 }),
    roughness: float(1, 'From 0, a mirror, to 1', { minimum: 0, maximum: 1 }),
    ...emission,
  },
  build: () => new MeshStandardMaterial(),
  show(built, values) {
    showSurface(built, values);
    showEmission(built, values);
    built.metalness = values.metalness;
    built.roughness = values.roughness;
  },
});

const unlit = shader({
  name: 'Unlit',
  description: 'Its colour, whatever light falls on it',
  slots: surface,
  build: () => new MeshBasicMaterial(),
  show: showSurface,
});

const phong = shader({
  name: 'Phong',
  description: 'Matt with a highlight',
  slots: {
    ...surface,
    specular: color({ r: 0.07, g: 0.07, b: 0.07, a: 1 }, 'Colour of the highlight'),
    shininess: float(30, 'How small the highlight is', { minimum: 0 }),
    ...emission,
  },
  build: () => new MeshPhongMaterial(),
  show(built, values) {
    showSurface(built, values);
    showEmission(built, values);
    const { r, g, b } = values.specular;
    built.specular.setRGB(r, g, b);
    built.shininess = values.shininess;
  },
});

/** All shaders, the usual one first. */
export const shaders: readonly Shader[] = [standard, unlit, phong];
