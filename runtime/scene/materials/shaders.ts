import {
  Color,
  DoubleSide,
  FrontSide,
  MeshBasicMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
} from 'three';
import {
  assetProperty,
  booleanProperty,
  colorProperty,
  floatProperty,
} from '../components/property-schema.ts';
import type { Material, Texture } from 'three';
import type { InferValues, PropertySchema, PropertyValues } from '../components/property-schema.ts';

/** A shader: how a surface looks, and the properties of the materials that use the shader. */
export interface Shader<S extends PropertySchema = PropertySchema, Built extends Material = Material> {
  readonly name: string;
  readonly description: string;
  readonly schema: S;
  /**
   * Builds the three.js material.
   * @param base the material that determines the appearance wherever the properties don't
   */
  build(base?: Material): Built;
  apply(built: Built, values: InferValues<S>, appearance: BaseAppearance): void;
}

/** What determines a material's appearance in addition to its values. */
interface BaseAppearance {
  readonly base?: Material | undefined;
  /** The texture that the material's properties refer to. */
  readonly texture?: Texture | undefined;
}

/** The property that several three.js material classes have in common without a common base class. */
interface WithMap {
  map?: Texture | null;
}

const defineShader = <S extends PropertySchema, Built extends Material>(
  declared: Shader<S, Built>,
): Shader<S, Built> => declared;

const surfaceSchema = {
  color: colorProperty({ r: 1, g: 1, b: 1, a: 1 }, 'Main color; an alpha below 1 makes it transparent'),
  alphaCutoff: floatProperty(0, 'Pixels with a lower alpha are not drawn', { minimum: 0, maximum: 1 }),
  doubleSided: booleanProperty(false, 'Whether its back is visible'),
  texture: assetProperty('Image on the surface; without one, that of its model'),
};

const emissionSchema = {
  emission: colorProperty({ r: 0, g: 0, b: 0, a: 1 }, 'Emitted color'),
  emissionIntensity: floatProperty(1, 'Strength of the emitted color', { minimum: 0 }),
};

const getMap = (base: (Material & WithMap) | undefined): Texture | null => base?.map ?? null;

const applySurface = (
  built: Material & { color: Color } & WithMap,
  { color: { r, g, b, a }, alphaCutoff, doubleSided }: InferValues<typeof surfaceSchema>,
  { base, texture }: BaseAppearance,
): void => {
  built.color.setRGB(r, g, b);
  built.opacity = a;
  // The image may have transparent pixels.
  built.transparent = a < 1 || (texture ? alphaCutoff === 0 : (base?.transparent ?? false));
  built.map = texture ?? getMap(base);
  built.alphaTest = alphaCutoff;
  built.side = doubleSided ? DoubleSide : FrontSide;
};

const applyEmission = (
  built: MeshStandardMaterial | MeshPhongMaterial,
  { emission: { r, g, b }, emissionIntensity }: InferValues<typeof emissionSchema>,
): void => {
  built.emissive.setRGB(r, g, b);
  built.emissiveIntensity = emissionIntensity;
};

export const standard = defineShader({
  name: 'Standard',
  description: 'Physically based: metallic or not, rough or smooth',
  schema: {
    ...surfaceSchema,
    metalness: floatProperty(0, 'From 0, not a metal, to 1', { minimum: 0, maximum: 1 }),
    roughness: floatProperty(1, 'From 0, a mirror, to 1', { minimum: 0, maximum: 1 }),
    ...emissionSchema,
  },
  build: (base) => (base instanceof MeshStandardMaterial ? base.clone() : new MeshStandardMaterial()),
  apply(built, values, appearance) {
    applySurface(built, values, appearance);
    applyEmission(built, values);
    built.metalness = values.metalness;
    built.roughness = values.roughness;
  },
});

export const unlit = defineShader({
  name: 'Unlit',
  description: 'Shows its color regardless of lights',
  schema: surfaceSchema,
  build: (base) => (base instanceof MeshBasicMaterial ? base.clone() : new MeshBasicMaterial()),
  apply: applySurface,
});

const phong = defineShader({
  name: 'Phong',
  description: 'Matt with a highlight',
  schema: {
    ...surfaceSchema,
    specular: colorProperty({ r: 0.07, g: 0.07, b: 0.07, a: 1 }, 'Color of the highlight'),
    shininess: floatProperty(30, 'How small the highlight is', { minimum: 0 }),
    ...emissionSchema,
  },
  build: () => new MeshPhongMaterial(),
  apply(built, values, appearance) {
    applySurface(built, values, appearance);
    applyEmission(built, values);
    const { r, g, b } = values.specular;
    built.specular.setRGB(r, g, b);
    built.shininess = values.shininess;
  },
});

/** All shaders, with the default shader first. */
export const shaders: readonly Shader[] = [standard, unlit, phong];

const toPlainColor = ({ r, g, b }: Color, a = 1) => ({ r, g, b, a });

/** Returns the shader that is closest to a model's material, with the property values that reproduce the material. */
export const matchShader = (
  base: Material,
): { readonly shader: Shader; readonly initialValues: PropertyValues } => {
  const { opacity, alphaTest: alphaCutoff } = base;
  const withColor: { readonly color?: unknown } = base as Material & { color?: unknown };
  const common = {
    color: toPlainColor(withColor.color instanceof Color ? withColor.color : new Color(1, 1, 1), opacity),
    ...{ alphaCutoff, doubleSided: base.side === DoubleSide },
  };
  if (!(base instanceof MeshStandardMaterial)) return { shader: unlit, initialValues: common };
  const { metalness, roughness, emissive, emissiveIntensity: emissionIntensity } = base;
  const initialValues = {
    ...common,
    metalness,
    roughness,
    emission: toPlainColor(emissive),
    emissionIntensity,
  };
  return { shader: standard, initialValues };
};
