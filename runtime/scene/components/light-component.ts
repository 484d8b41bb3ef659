import { AmbientLight, DirectionalLight, MathUtils, PointLight, SpotLight } from 'three';
import { defineComponent } from './component-type.ts';
import { colorProperty, floatProperty, optionProperty, markStructural } from './property-schema.ts';

type DrawnLight = DirectionalLight | PointLight | SpotLight | AmbientLight;

/**
 * Makes a light shine along its own -Z axis, so that rotating the light aims it. By default, three.js lights aim at a
 * fixed point in the world.
 */
const withLocalTarget = <L extends DirectionalLight | SpotLight>(source: L): L => {
  source.position.set(0, 0, 0);
  source.target.position.set(0, 0, -1);
  source.add(source.target);
  return source;
};

const lightTypes = {
  point: () => new PointLight(),
  directional: () => withLocalTarget(new DirectionalLight()),
  spot: () => withLocalTarget(new SpotLight()),
  ambient: () => new AmbientLight(),
} as const satisfies Readonly<Record<string, () => DrawnLight>>;

export const lightComponent = defineComponent({
  name: 'Light',
  description: 'A light source; directional lights and spots shine along their -Z',
  schema: {
    kind: markStructural(optionProperty(['point', 'directional', 'spot', 'ambient'], 'How it shines')),
    color: colorProperty({ r: 1, g: 1, b: 1, a: 1 }, 'Color; lights have no alpha'),
    intensity: floatProperty(1, 'Strength', { minimum: 0 }),
    range: floatProperty(0, 'Range of a point or spot light in metres; 0 for unlimited', { minimum: 0 }),
    spotAngle: floatProperty(60, 'Full cone angle of a spot light, in degrees', { minimum: 1, maximum: 179 }),
    shadows: optionProperty(['none', 'hard', 'soft'], 'Shadows that it casts'),
  },
  createObject3D: (values): DrawnLight => lightTypes[values.kind](),
  applyValues(light, { color: { r, g, b }, intensity, range, spotAngle, shadows }) {
    light.color.setRGB(r, g, b);
    light.intensity = intensity;
    light.castShadow = shadows !== 'none';
    if (light instanceof PointLight || light instanceof SpotLight) light.distance = range;
    if (light instanceof SpotLight) light.angle = MathUtils.degToRad(spotAngle / 2);
  },
});
