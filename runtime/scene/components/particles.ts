import { ParticleCloud } from '../effects/particle-cloud.ts';
import { kind } from './kind.ts';
import { boolean, color, float, integer, structural } from './slots.ts';

export const particles = kind({
  name: 'Particles',
  description: 'Particles that leave the object along its +Y, fly and go; refreshed, they begin anew',
  slots: {
    emitting: boolean(true, 'Whether more of them come'),
    rate: float(20, 'How many come in a second', { minimum: 0, maximum: 10_000 }),
    lifetime: float(2, 'Seconds until one goes', { minimum: 0.05, maximum: 60 }),
    most: structural(integer(200, 'How many there are at most', { minimum: 1, maximum: 2000 })),
    speed: float(2, 'Metres a second that they begin with', { minimum: 0, maximum: 1000 }),
    spread: float(20, 'Degrees that they leave the +Y by at most', { minimum: 0, maximum: 180 }),
    gravity: float(1, 'Metres a second squared that they fall by, along the -Y of the object', {
      minimum: -1000,
      maximum: 1000,
    }),
    size: float(0.1, 'Edge of one, in metres', { minimum: 0.001, maximum: 100 }),
    color: color({ r: 1, g: 1, b: 1, a: 1 }, 'Colour that they begin with'),
    endColor: color({ r: 1, g: 1, b: 1, a: 0 }, 'Colour that they end with'),
    seed: structural(
      integer(1, 'The same seed makes the same particles', { minimum: 0, maximum: 2 ** 32 - 1 }),
    ),
  },
  draw(values, { resources }) {
    const most = Math.round(values.most);
    resources.particles.take(most);
    const cloud = new ParticleCloud(most, Math.round(values.seed), values);
    cloud.userData.most = most;
    resources.effects.add(cloud);
    return cloud;
  },
  show(cloud, values) {
    cloud.emission = values;
    cloud.material.size = values.size;
    cloud.material.needsUpdate = true;
  },
  discard(cloud, { resources }) {
    resources.effects.remove(cloud);
    resources.particles.give(cloud.userData.most);
    cloud.geometry.dispose();
    cloud.material.dispose();
  },
});
