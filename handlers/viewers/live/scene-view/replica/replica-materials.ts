import {
  AdditiveBlending,
  BackSide,
  DoubleSide,
  FrontSide,
  LineBasicMaterial,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  NormalBlending,
  PointsMaterial,
  ShaderChunk,
} from 'three';
import type { Material } from 'three';
import type { RenderMaterial } from '#spec/scene-changes.ts';

/** Creates the three.js material for meshes with the given kind of surface. */
export const createMeshMaterial = (kind: RenderMaterial['kind']) => {
  switch (kind) {
    case 'unlit':
      return new MeshBasicMaterial();
    case 'matte':
      return new MeshLambertMaterial();
    case 'shiny':
      return new MeshPhongMaterial();
    case 'physical':
      return Object.assign(new MeshStandardMaterial(), { onBeforeCompile: matchServiceShading });
  }
};

/**
 * Adjusts the shading so that it matches the images that the service renders. Metals reflect the ambient light,
 * although three.js leaves them dark without an environment map, and rough metals receive no multiple scattering.
 */
const matchServiceShading: Material['onBeforeCompile'] = (shader) => {
  shader.fragmentShader = shader.fragmentShader
    .replace(
      '#include <lights_physical_pars_fragment>',
      ShaderChunk.lights_physical_pars_fragment.replace(' * material.multiScatteringCompensation', ''),
    )
    .replace(
      '#include <lights_fragment_end>',
      'reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert(material.diffuseColor);',
    );
};

const sidesByName = { front: FrontSide, back: BackSide, double: DoubleSide };

/** Applies a surface's properties to a material, except for the texture. */
export const applySurface = (material: Material, source: RenderMaterial): void => {
  material.side = sidesByName[source.side];
  material.opacity = source.opacity;
  material.transparent = source.transparent;
  material.blending = source.additive ? AdditiveBlending : NormalBlending;
  material.alphaTest = source.alphaTest;
  material.depthTest = source.depthTest;
  material.depthWrite = source.depthWrite;
  material.vertexColors = source.vertexColors;
  if (isColored(material)) {
    material.color.setRGB(...source.color);
    material.fog = source.fog;
  }
  if (isLit(material)) {
    material.emissive.setRGB(...source.emissive);
    material.flatShading = source.flat;
  }
  if (material instanceof MeshPhongMaterial) {
    material.specular.setRGB(...source.specular);
    material.shininess = source.shininess;
  }
  if (material instanceof MeshStandardMaterial) {
    material.roughness = source.roughness;
    material.metalness = source.metalness;
  }
  if (material instanceof PointsMaterial) {
    material.size = source.pointSize;
    material.sizeAttenuation = source.pointShrinks;
  }
};

/**
 * Returns the properties of a surface on which its shader program depends. If they change, a new program is compiled.
 */
export const getProgramKey = ({
  side,
  transparent,
  additive,
  alphaTest,
  flat,
  vertexColors,
  fog,
  pointShrinks,
}: RenderMaterial): string =>
  [side, transparent, additive, alphaTest > 0, flat, vertexColors, fog, pointShrinks].join();

type LitMaterial = MeshLambertMaterial | MeshPhongMaterial | MeshStandardMaterial;

const isLit = (material: Material): material is LitMaterial =>
  material instanceof MeshLambertMaterial ||
  material instanceof MeshPhongMaterial ||
  material instanceof MeshStandardMaterial;

const isColored = (
  material: Material,
): material is LitMaterial | MeshBasicMaterial | LineBasicMaterial | PointsMaterial =>
  isLit(material) ||
  material instanceof MeshBasicMaterial ||
  material instanceof LineBasicMaterial ||
  material instanceof PointsMaterial;
