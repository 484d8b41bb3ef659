// biome-ignore-all lint/style/noNonNullAssertion: particle indexes are within the arrays
import { BufferAttribute, BufferGeometry, Points, PointsMaterial, Quaternion, Vector3 } from 'three';
import { createSeededRandom } from '../../engine/seeded-random.ts';
import { defineComponent } from './component-type.ts';
import {
  booleanProperty,
  colorProperty,
  floatProperty,
  integerProperty,
  markStructural,
  optionProperty,
} from './property-schema.ts';
import type { Color } from '#spec/values.ts';
import type { Effect } from '../effects/effect.ts';

/**
 * How particles are emitted and move. Lengths are in metres of the world or of the object, and times are in seconds.
 */
interface Emission {
  readonly emitting: boolean;
  /** The number of particles emitted per second. */
  readonly rate: number;
  readonly lifetime: number;
  readonly speed: number;
  /** The maximum angle in degrees between a particle's initial direction and the object's +Y axis. */
  readonly spread: number;
  /** The acceleration along the -Y axis of the world or the object, in metres per second squared. */
  readonly gravity: number;
  readonly color: Color;
  readonly endColor: Color;
}

/**
 * Particles that are emitted, fly and disappear, in the world or relative to their object. The same seed always results
 * in the same particles.
 */
export class ParticleCloud extends Points<BufferGeometry, PointsMaterial> implements Effect {
  emission: Emission;
  readonly #maxParticles: number;
  readonly #random;
  /** Three numbers per particle; live particles come first. */
  readonly #positions: Float64Array;
  readonly #velocities: Float64Array;
  readonly #ages: Float64Array;
  /** Where new particles start, and how their initial velocity is rotated. Neither affects local particles. */
  readonly #origin = new Vector3();
  readonly #orientation = new Quaternion();
  readonly #velocity = new Vector3();
  #liveCount = 0;
  /** The fraction of the next particle that is already due. */
  #pendingEmission = 0;

  /**
   * @param maxParticles the maximum number of particles that exist at the same time
   * @param isInWorld whether particles stay behind when their object moves
   */
  constructor(maxParticles: number, seed: number, isInWorld: boolean, emission: Emission) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(maxParticles * 3), 3));
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(maxParticles * 4), 4));
    geometry.setDrawRange(0, 0);
    super(geometry, new PointsMaterial({ vertexColors: true, transparent: true, depthWrite: false }));
    this.emission = emission;
    // The world matrix remains the identity, so positions are in world coordinates.
    this.matrixWorldAutoUpdate = !isInWorld;
    this.#maxParticles = maxParticles;
    this.#random = createSeededRandom(seed, 'particles', '');
    this.#positions = new Float64Array(maxParticles * 3);
    this.#velocities = new Float64Array(maxParticles * 3);
    this.#ages = new Float64Array(maxParticles);
  }

  advance(deltaTime: number): void {
    this.#locateOrigin();
    for (let i = 0; i < this.#liveCount; ) {
      this.#ages[i]! += deltaTime;
      if (this.#ages[i]! >= this.emission.lifetime) this.#removeParticle(i);
      else {
        this.#move(i, deltaTime);
        i += 1;
      }
    }
    if (this.emission.emitting) this.#emit(deltaTime);
    this.#updateGeometry();
  }

  state() {
    const { length } = this.#ages.subarray(0, this.#liveCount);
    return {
      due: this.#pendingEmission,
      random: this.#random.state(),
      ages: [...this.#ages.subarray(0, length)],
      places: [...this.#positions.subarray(0, length * 3)],
      speeds: [...this.#velocities.subarray(0, length * 3)],
    };
  }

  #locateOrigin(): void {
    if (this.matrixWorldAutoUpdate || !this.parent) return;
    this.parent.getWorldPosition(this.#origin);
    this.parent.getWorldQuaternion(this.#orientation);
  }

  #move(i: number, deltaTime: number): void {
    this.#velocities[i * 3 + 1]! -= this.emission.gravity * deltaTime;
    for (let axis = i * 3; axis < i * 3 + 3; axis += 1)
      this.#positions[axis]! += this.#velocities[axis]! * deltaTime;
  }

  /** Removes a particle by moving the last particle into its slot. */
  #removeParticle(i: number): void {
    this.#liveCount -= 1;
    const last = this.#liveCount;
    this.#ages[i] = this.#ages[last]!;
    this.#positions.copyWithin(i * 3, last * 3, last * 3 + 3);
    this.#velocities.copyWithin(i * 3, last * 3, last * 3 + 3);
  }

  #emit(deltaTime: number): void {
    this.#pendingEmission += this.emission.rate * deltaTime;
    const dueCount = Math.floor(this.#pendingEmission);
    this.#pendingEmission -= dueCount;
    const newCount = Math.min(dueCount, this.#maxParticles - this.#liveCount);
    for (let i = 0; i < newCount; i += 1) this.#addParticle();
  }

  #addParticle(): void {
    const { speed, spread } = this.emission;
    const vertical = 1 - this.#random() * (1 - Math.cos((spread * Math.PI) / 180));
    const azimuth = 2 * Math.PI * this.#random();
    const horizontal = Math.sqrt(Math.max(0, 1 - vertical * vertical));
    const i = this.#liveCount;
    this.#liveCount += 1;
    this.#ages[i] = 0;
    this.#origin.toArray(this.#positions, i * 3);
    this.#velocity
      .set(speed * horizontal * Math.cos(azimuth), speed * vertical, speed * horizontal * Math.sin(azimuth))
      .applyQuaternion(this.#orientation)
      .toArray(this.#velocities, i * 3);
  }

  #updateGeometry(): void {
    const { color, endColor, lifetime } = this.emission;
    const position = this.geometry.getAttribute('position');
    const tint = this.geometry.getAttribute('color');
    // Unused slots count for the bounding box, so they are placed at the object's origin.
    for (let i = this.#liveCount; i < this.#maxParticles; i += 1)
      position.setXYZ(i, this.#origin.x, this.#origin.y, this.#origin.z);
    for (let i = 0; i < this.#liveCount; i += 1) {
      const fraction = Math.min(1, this.#ages[i]! / lifetime);
      position.setXYZ(i, this.#positions[i * 3]!, this.#positions[i * 3 + 1]!, this.#positions[i * 3 + 2]!);
      tint.setXYZW(
        i,
        color.r + (endColor.r - color.r) * fraction,
        color.g + (endColor.g - color.g) * fraction,
        color.b + (endColor.b - color.b) * fraction,
        color.a + (endColor.a - color.a) * fraction,
      );
    }
    position.needsUpdate = true;
    tint.needsUpdate = true;
    this.geometry.setDrawRange(0, this.#liveCount);
    this.geometry.boundingBox = null;
    this.geometry.boundingSphere = null;
  }
}

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
    gravity: floatProperty(1, 'Acceleration along the -Y of the space, in metres per second squared', {
      minimum: -1000,
      maximum: 1000,
    }),
    size: floatProperty(0.1, 'Edge of a particle, in metres', { minimum: 0.001, maximum: 100 }),
    color: colorProperty({ r: 1, g: 1, b: 1, a: 1 }, 'Color at the start'),
    endColor: colorProperty({ r: 1, g: 1, b: 1, a: 0 }, 'Color at the end'),
    seed: markStructural(
      integerProperty(1, 'The same seed gives the same particles', { minimum: 0, maximum: 2 ** 32 - 1 }),
    ),
    space: markStructural(
      optionProperty(
        ['local', 'world'],
        'Whether particles move with the object, or stay in the world as a trail behind it',
      ),
    ),
  },
  createObject3D(values, { resources }) {
    const maxParticles = Math.round(values.most);
    resources.particleBudget.reserve(maxParticles);
    const isInWorld = values.space === 'world';
    const cloud = new ParticleCloud(maxParticles, Math.round(values.seed), isInWorld, values);
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
