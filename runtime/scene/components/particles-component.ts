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
  description: 'Particles that leave the object along its +Y, fly and disappear; a refresh restarts them',
  schema: {
    emitting: booleanProperty(true, 'Whether it emits particles'),
    rate: floatProperty(20, 'Particles per second', { minimum: 0, maximum: 10_000 }),
    lifetime: floatProperty(2, 'Lifetime of a particle, in seconds', { minimum: 0.05, maximum: 60 }),
    most: markStructural(integerProperty(200, 'Maximum number of particles', { minimum: 1, maximum: 2000 })),
    speed: floatProperty(2, 'Initial speed, in metres per second', { minimum: 0, maximum: 1000 }),
    spread: floatProperty(20, 'Maximum angle from +Y at the start, in degrees', { minimum: 0, maximum: 180 }),
    gravity: floatProperty(1, 'Acceleration along the -Y of the object, in metres per second squared', {
      minimum: -1000,
      maximum: 1000,
    }),
    size: floatProperty(0.1, 'Edge of a particle, in metres', { minimum: 0.001, maximum: 100 }),
    color: colorProperty({ r: 1, g: 1, b: 1, a: 1 }, 'Color at the start'),
    endColor: colorProperty({ r: 1, g: 1, b: 1, a: 0 }, 'Color at the end'),
    seed: markStructural(
      integerProperty(1, 'The same seed gives the same particles', { minimum: 0, maximum: 2 ** 32 - 1 }),
    ),
  },
  createObject3D(values, { resources }) {
    const maxParticles = Math.round(values.most);
    resources.particleBudget.reserve(maxParticles);
    const cloud = new ParticleCloud(maxParticles, Math.round(values.seed), values);
    cloud.userData.most = maxParticles;
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
