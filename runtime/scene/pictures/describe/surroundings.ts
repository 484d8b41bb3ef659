import { Color, Fog as ThreeFog, FogExp2 } from 'three';
import type { Scene } from 'three';
import type { Fog, LinearColor } from '../frame.ts';

/** What stands behind a scene that has no background colour. */
const defaultBackground: LinearColor = [0.02, 0.025, 0.04];

const componentsOf = ({ r, g, b }: Color): LinearColor => [r, g, b];

export const backgroundOf = ({ background }: Scene): LinearColor =>
  background instanceof Color ? componentsOf(background) : defaultBackground;

export const fogOf = ({ fog }: Scene): Fog | undefined => {
  if (fog instanceof ThreeFog) {
    return { kind: 'linear', color: componentsOf(fog.color), near: fog.near, far: fog.far };
  }
  return fog instanceof FogExp2
    ? { kind: 'squared', color: componentsOf(fog.color), density: fog.density }
    : undefined;
};
