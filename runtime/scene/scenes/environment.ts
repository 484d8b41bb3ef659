/** What is around the objects of a scene: sky, fog and the light that comes from everywhere. */
import { AmbientLight, Color, FogExp2, SRGBColorSpace } from 'three';
import type { Scene as ThreeScene } from 'three';
import type { Environment } from '../assets/documents.ts';

type Tint = Environment['fogColor'];

const colorOf = ({ r, g, b }: Tint): Color => new Color().setRGB(r, g, b, SRGBColorSpace);

/** Shows an environment in the three.js scene. @returns called with every other that takes its place */
export const createSurroundings = (root: ThreeScene): ((environment: Environment) => void) => {
  const ambient = new AmbientLight();
  return ({ skybox, fogColor, fogDensity, ambientColor }) => {
    root.background = skybox.a > 0 ? colorOf(skybox) : null;
    root.fog = fogDensity > 0 ? new FogExp2(colorOf(fogColor), fogDensity) : null;
    ambient.color.copy(colorOf(ambientColor));
    if (ambient.color.getHex() === 0) ambient.removeFromParent();
    else if (ambient.parent === null) root.add(ambient);
  };
};
