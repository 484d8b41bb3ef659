import { Color, Fog as ThreeFog, FogExp2 } from 'three';
import type { Scene } from 'three';
import type { Fog, LinearColor } from '../render-frame.ts';

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
