/** The environment of a scene: sky, fog and ambient light. */
import { AmbientLight, Color, FogExp2, SRGBColorSpace } from 'three';
import type { Scene as ThreeScene } from 'three';
import type { Environment } from '../assets/asset-documents.ts';

type TintColor = Environment['fogColor'];

const toThreeColor = ({ r, g, b }: TintColor): Color => new Color().setRGB(r, g, b, SRGBColorSpace);

/** Creates a function that shows an environment in the three.js scene instead of the previous one. */
export const createEnvironmentApplier = (root: ThreeScene): ((environment: Environment) => void) => {
  const ambient = new AmbientLight();
  return ({ skybox, fogColor, fogDensity, ambientColor }) => {
    root.background = skybox.a > 0 ? toThreeColor(skybox) : null;
    root.fog = fogDensity > 0 ? new FogExp2(toThreeColor(fogColor), fogDensity) : null;
    ambient.color.copy(toThreeColor(ambientColor));
    if (ambient.color.getHex() === 0) ambient.removeFromParent();
    else if (ambient.parent === null) root.add(ambient);
  };
};
