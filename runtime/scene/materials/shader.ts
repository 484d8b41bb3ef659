import {
  Color,
  DoubleSide,
  FrontSide,
  MeshBasicMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
} from 'three';
import type { Material, Texture } from 'three';
import { asset, boolean, color, float } from '../components/slots.ts';
import type { Values } from '../components/values.ts';
import type { Slots, ValuesOf } from '../components/slots.ts';

/** How a surface looks: the properties that a material with it has. */
export interface Shader<S extends Slots = Slots, Built extends Material = Material> {
  readonly name: string;
  readonly description: string;
  readonly slots: S;
  /** @param base what it is to look like where its properties do not say otherwise */
  build(base?: Material): Built;
  show(built: Built, values: ValuesOf<S>, looks: Looks): void;
}

/** What a material looks like beside its values. */
interface Looks {
  readonly base?: Material | undefined;
  /** The texture that its properties name. */
  readonly own?: Texture | undefined;
}

/** What materials of three.js have in common by name only. */
interface Mapped {
  map?: Texture | null;
}

const shader = <S extends Slots, Built extends Material>(declared: Shader<S, Built>): Shader<S, Built> =>
  declared;

const surface = {
  color: color({ r: 1, g: 1, b: 1, a: 1 }, 'Main colour; an alpha below 1 lets through what is behind'),
  alphaCutoff: float(0, 'Alpha below which nothing is drawn', { minimum: 0, maximum: 1 }),
  doubleSided: boolean(false, 'Whether it is seen from behind'),
  texture: asset('Image that colours it; without one, that of its model'),
};

const emission = {
  emission: color({ r: 0, g: 0, b: 0, a: 1 }, 'Colour that it gives off by itself'),
  emissionIntensity: float(1, 'Strength of what it gives off', { minimum: 0 }),
};

const mapOf = (base: (Material & Mapped) | undefined): Texture | null => base?.map ?? null;

const showSurface = (
  built: Material & { color: Color } & Mapped,
  { color: { r, g, b, a }, alphaCutoff, doubleSided }: ValuesOf<typeof surface>,
  { base, own }: Looks,
): void => {
  built.color.setRGB(r, g, b);
  built.opacity = a;
  // what an image lets through is known once it is drawn
  built.transparent = a < 1 || (own ? alphaCutoff === 0 : (base?.transparent ?? false));
  built.map = own ?? mapOf(base);
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
  build: (base) => (base instanceof MeshStandardMaterial ? base.clone() : new MeshStandardMaterial()),
  show(built, values, looks) {
    showSurface(built, values, looks);
    showEmission(built, values);
    built.metalness = values.metalness;
    built.roughness = values.roughness;
  },
});

export const unlit = shader({
  name: 'Unlit',
  description: 'Its colour, whatever light falls on it',
  slots: surface,
  build: (base) => (base instanceof MeshBasicMaterial ? base.clone() : new MeshBasicMaterial()),
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
  show(built, values, looks) {
    showSurface(built, values, looks);
    showEmission(built, values);
    const { r, g, b } = values.specular;
    built.specular.setRGB(r, g, b);
    built.shininess = values.shininess;
  },
});

/** All shaders, the usual one first. */
export const shaders: readonly Shader[] = [standard, unlit, phong];

const plain = ({ r, g, b }: Color, a = 1) => ({ r, g, b, a });

/** The shader that comes nearest to a material of a model, with the values that make it look like that. */
export const shaderLike = (base: Material): { readonly shader: Shader; readonly given: Values } => {
  const { opacity, alphaTest: alphaCutoff } = base;
  const own: { readonly color?: unknown } = base as Material & { color?: unknown };
  const common = {
    color: plain(own.color instanceof Color ? own.color : new Color(1, 1, 1), opacity),
    ...{ alphaCutoff, doubleSided: base.side === DoubleSide },
  };
  if (!(base instanceof MeshStandardMaterial)) return { shader: unlit, given: common };
  const { metalness, roughness, emissive, emissiveIntensity: emissionIntensity } = base;
  const given = { ...common, metalness, roughness, emission: plain(emissive), emissionIntensity };
  return { shader: standard, given };
};
