/** Describes the lights, the background and the fog of a scene. */
import {
  AmbientLight,
  Color,
  DirectionalLight,
  FogExp2,
  HemisphereLight,
  PointLight,
  SpotLight,
  Fog as ThreeFog,
  Vector3,
} from 'three';
import {
  type Fog,
  type Light,
  lightKind,
  type LinearColor,
} from '../../../kernels/rasterizer/render-frame.ts';
import type { Object3D, Scene, Light as ThreeLight } from 'three';

const toLightColor = (color: Color, intensity: number): LinearColor => [
  color.r * intensity,
  color.g * intensity,
  color.b * intensity,
];

const black: Light = {
  kind: lightKind.ambient,
  color: [0, 0, 0],
  ground: [0, 0, 0],
  position: [0, 0, 0],
  direction: [0, 0, 0],
  range: 0,
  decay: 0,
  penumbraCos: 0,
  coneCos: 0,
};

/** Returns the direction to a light, seen from its target or from the origin. */
const getLightDirection = (light: ThreeLight): Light['direction'] => {
  const from = new Vector3();
  if (light instanceof DirectionalLight || light instanceof SpotLight) {
    from.setFromMatrixPosition(light.target.matrixWorld);
  }
  const direction = new Vector3().setFromMatrixPosition(light.matrixWorld).sub(from).normalize();
  return [direction.x, direction.y, direction.z];
};

const getLightPosition = (light: ThreeLight): Light['position'] => {
  const { x, y, z } = new Vector3().setFromMatrixPosition(light.matrixWorld);
  return [x, y, z];
};

export const isLight = (node: Object3D): node is ThreeLight =>
  (node as { readonly isLight?: true }).isLight === true;

/** Describes a three.js light in world space; `undefined` for unsupported kinds. */
export const describeLight = (light: ThreeLight): Light | undefined => {
  const lit = { ...black, color: toLightColor(light.color, light.intensity) };
  if (light instanceof AmbientLight) return lit;
  if (light instanceof HemisphereLight) {
    const ground = toLightColor(light.groundColor, light.intensity);
    return { ...lit, kind: lightKind.hemisphere, ground, direction: getLightDirection(light) };
  }
  if (light instanceof DirectionalLight) {
    return { ...lit, kind: lightKind.directional, direction: getLightDirection(light) };
  }
  const position = getLightPosition(light);
  if (light instanceof SpotLight) {
    const { distance, decay, angle, penumbra } = light;
    return {
      ...lit,
      kind: lightKind.spot,
      position,
      direction: getLightDirection(light),
      range: distance,
      decay,
      coneCos: Math.cos(angle),
      penumbraCos: Math.cos(angle * (1 - penumbra)),
    };
  }
  if (!(light instanceof PointLight)) return undefined;
  return { ...lit, kind: lightKind.point, position, range: light.distance, decay: light.decay };
};

const upDirection = new Vector3(0.4, 0.8, 0.45).normalize();

/** The default lights for a scene that has no lights. */
export const fallbackLights: readonly Light[] = [
  { ...black, color: [1.1, 1.1, 1.1] },
  {
    ...black,
    kind: lightKind.directional,
    color: [2, 2, 2],
    direction: [upDirection.x, upDirection.y, upDirection.z],
  },
];

/** The background of a scene that has no background color. */
const defaultBackground: LinearColor = [0.02, 0.025, 0.04];

const toLinearColor = ({ r, g, b }: Color): LinearColor => [r, g, b];

export const getBackground = ({ background }: Scene): LinearColor =>
  background instanceof Color ? toLinearColor(background) : defaultBackground;

export const getFog = ({ fog }: Scene): Fog | undefined => {
  if (fog instanceof ThreeFog) {
    return { kind: 'linear', color: toLinearColor(fog.color), near: fog.near, far: fog.far };
  }
  return fog instanceof FogExp2
    ? { kind: 'squared', color: toLinearColor(fog.color), density: fog.density }
    : undefined;
};
