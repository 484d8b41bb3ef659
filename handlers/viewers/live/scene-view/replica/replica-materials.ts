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

/** Creates the three.js material for a kind of surface. */
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
 * Matches the shading of the images that the service renders: metals reflect the ambient light, which three.js leaves
 * dark without an environment map, and rough metals get no multiple scattering.
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

/** Applies a surface to a material, except its texture. */
export const applySurface = (material: Material, shown: RenderMaterial): void => {
  material.side = sidesByName[shown.side];
  material.opacity = shown.opacity;
  material.transparent = shown.transparent;
  material.blending = shown.additive ? AdditiveBlending : NormalBlending;
  material.alphaTest = shown.alphaTest;
  material.depthTest = shown.depthTest;
  material.depthWrite = shown.depthWrite;
  material.vertexColors = shown.vertexColors;
  if (isColored(material)) {
    material.color.setRGB(...shown.color);
    material.fog = shown.fog;
  }
  if (isLit(material)) {
    material.emissive.setRGB(...shown.emissive);
    material.flatShading = shown.flat;
  }
  if (material instanceof MeshPhongMaterial) {
    material.specular.setRGB(...shown.specular);
    material.shininess = shown.shininess;
  }
  if (material instanceof MeshStandardMaterial) {
    material.roughness = shown.roughness;
    material.metalness = shown.metalness;
  }
  if (material instanceof PointsMaterial) {
    material.size = shown.pointSize;
    material.sizeAttenuation = shown.pointShrinks;
  }
};

/**
 * Returns the properties of a surface that its shader program depends on. If they change, a new program is compiled.
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
