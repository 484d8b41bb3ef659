import { AmbientLight, DirectionalLight, MathUtils, PointLight, SpotLight } from 'three';
import { kind } from './kind.ts';
import { color, float, option, structural } from './slots.ts';

type Drawn = DirectionalLight | PointLight | SpotLight | AmbientLight;

/** A light that shines along its own -Z, so that turning it aims it; three.js would keep to a point of the world. */
const aimed = <L extends DirectionalLight | SpotLight>(source: L): L => {
  source.position.set(0, 0, 0);
  source.target.position.set(0, 0, -1);
  source.add(source.target);
  return source;
};

const kinds = {
  point: () => new PointLight(),
  directional: () => aimed(new DirectionalLight()),
  spot: () => aimed(new SpotLight()),
  ambient: () => new AmbientLight(),
} as const satisfies Readonly<Record<string, () => Drawn>>;

export const light = kind({
  name: 'Light',
  description: 'A source of light, which shines along its -Z where it has a direction',
  slots: {
    kind: structural(option(['point', 'directional', 'spot', 'ambient'], 'How it shines')),
    color: color({ r: 1, g: 1, b: 1, a: 1 }, 'Colour; lights have no alpha'),
    intensity: float(1, 'Strength', { minimum: 0 }),
    range: float(0, 'Metres that a point or spot light reaches; 0 without an end', { minimum: 0 }),
    spotAngle: float(60, 'Whole angle of the cone of a spot light, in degrees', { minimum: 1, maximum: 179 }),
    shadows: option(['none', 'hard', 'soft'], 'Shadows that it throws'),
  },
  draw: (values): Drawn => kinds[values.kind](),
  show(drawn, { color: { r, g, b }, intensity, range, spotAngle, shadows }) {
    drawn.color.setRGB(r, g, b);
    drawn.intensity = intensity;
    drawn.castShadow = shadows !== 'none';
    if (drawn instanceof PointLight || drawn instanceof SpotLight) drawn.distance = range;
    if (drawn instanceof SpotLight) drawn.angle = MathUtils.degToRad(spotAngle / 2);
  },
});
