import { ParticleCloud } from '../effects/particle-cloud.ts';
import { defineComponent } from './component-type.ts';
import {
  booleanProperty,
  colorProperty,
  floatProperty,
  integerProperty,
  markStructural,
} from './property-schema.ts';

export const particlesComponent = defineComponent({
  name: 'Particles',
  description: 'Particles that leave the object along its +Y, fly and go; refreshed, they begin anew',
  schema: {
    emitting: booleanProperty(true, 'Whether more of them come'),
    rate: floatProperty(20, 'How many come in a second', { minimum: 0, maximum: 10_000 }),
    lifetime: floatProperty(2, 'Seconds until one goes', { minimum: 0.05, maximum: 60 }),
    most: markStructural(integerProperty(200, 'How many there are at most', { minimum: 1, maximum: 2000 })),
    speed: floatProperty(2, 'Metres a second that they begin with', { minimum: 0, maximum: 1000 }),
    spread: floatProperty(20, 'Degrees that they leave the +Y by at most', { minimum: 0, maximum: 180 }),
    gravity: floatProperty(1, 'Metres a second squared that they fall by, along the -Y of the object', {
      minimum: -1000,
      maximum: 1000,
    }),
    size: floatProperty(0.1, 'Edge of one, in metres', { minimum: 0.001, maximum: 100 }),
    color: colorProperty({ r: 1, g: 1, b: 1, a: 1 }, 'Colour that they begin with'),
    endColor: colorProperty({ r: 1, g: 1, b: 1, a: 0 }, 'Colour that they end with'),
    seed: markStructural(
      integerProperty(1, 'The same seed makes the same particles', { minimum: 0, maximum: 2 ** 32 - 1 }),
    ),
  },
  createObject3D(values, { resources }) {
    const most = Math.round(values.most);
    resources.particleBudget.reserve(most);
    const cloud = new ParticleCloud(most, Math.round(values.seed), values);
    cloud.userData.most = most;
    resources.effects.add(cloud);
    return cloud;
  },
  applyValues(cloud, values) {
    cloud.emission = values;
    cloud.material.size = values.size;
    cloud.material.needsUpdate = true;
  },
  dispose(cloud, { resources }) {
    resources.effects.remove(cloud);
    resources.particleBudget.release(cloud.userData.most);
    cloud.geometry.dispose();
    cloud.material.dispose();
  },
});
