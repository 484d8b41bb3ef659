import { AmbientLight, DirectionalLight, MathUtils, PointLight, SpotLight } from 'three';
import { defineComponent } from './component-type.ts';
import { colorProperty, floatProperty, optionProperty, markStructural } from './property-schema.ts';

type DrawnLight = DirectionalLight | PointLight | SpotLight | AmbientLight;

/** A light that shines along its own -Z, so that turning it aims it; three.js would keep to a point of the world. */
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
  description: 'A source of light, which shines along its -Z where it has a direction',
  schema: {
    kind: markStructural(optionProperty(['point', 'directional', 'spot', 'ambient'], 'How it shines')),
    color: colorProperty({ r: 1, g: 1, b: 1, a: 1 }, 'Colour; lights have no alpha'),
    intensity: floatProperty(1, 'Strength', { minimum: 0 }),
    range: floatProperty(0, 'Metres that a point or spot light reaches; 0 without an end', { minimum: 0 }),
    spotAngle: floatProperty(60, 'Whole angle of the cone of a spot light, in degrees', {
      minimum: 1,
      maximum: 179,
    }),
    shadows: optionProperty(['none', 'hard', 'soft'], 'Shadows that it throws'),
  },
  createObject3D: (values): DrawnLight => lightTypes[values.kind](),
  applyValues(drawn, { color: { r, g, b }, intensity, range, spotAngle, shadows }) {
    drawn.color.setRGB(r, g, b);
    drawn.intensity = intensity;
    drawn.castShadow = shadows !== 'none';
    if (drawn instanceof PointLight || drawn instanceof SpotLight) drawn.distance = range;
    if (drawn instanceof SpotLight) drawn.angle = MathUtils.degToRad(spotAngle / 2);
  },
});
