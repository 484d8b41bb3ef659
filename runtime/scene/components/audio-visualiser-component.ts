import { BoxGeometry, InstancedMesh, type Material, Matrix4 } from 'three';
import { defineComponent } from './component-type.ts';
import { floatProperty, integerProperty, markStructural, optionProperty } from './property-schema.ts';
import type { Effect, EffectContext } from '../effects/effect.ts';

/** The layout and movement of sound bars. Lengths are in metres. */
interface BarLayout {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** The fraction of each bar's slot that stays empty. */
  readonly gap: number;
  /** The time in seconds in which a bar falls by about two thirds. */
  readonly fall: number;
  readonly of: 'all' | 'object';
}

/** The fraction of the full height that a bar has in silence. */
const silentHeight = 0.02;

/**
 * A row of bars that rise with the loudness. Sounds are not decoded, so the differences between the bars are synthetic.
 */
export class SoundBars extends InstancedMesh<BoxGeometry, Material> implements Effect {
  layout: BarLayout;
  /** The current height of each bar, as a fraction of the full height. */
  readonly #levels: number[];
  /** The total time in seconds during which a sound was audible. */
  #audibleSeconds = 0;

  constructor(bars: number, material: Material, layout: BarLayout) {
    super(new BoxGeometry(), material, bars);
    this.layout = layout;
    this.#levels = Array.from({ length: bars }, () => 0);
    this.updateInstances();
  }

  advance(deltaTime: number, { loudness }: EffectContext): void {
    const loud = loudness(this.layout.of);
    if (loud > 0) this.#audibleSeconds += deltaTime;
    const decay = Math.exp(-deltaTime / this.layout.fall);
    for (const [i, level] of this.#levels.entries()) {
      const wave = Math.abs(Math.sin((i + 1) * 1.7 + this.#audibleSeconds * (3 + (i % 4))));
      const target = loud * (0.4 + 0.6 * wave);
      this.#levels[i] = target > level ? target : target + (level - target) * decay;
    }
    this.updateInstances();
  }

  updateInstances(): void {
    const { width, height, depth, gap } = this.layout;
    const slotWidth = width / this.count;
    for (const [i, level] of this.#levels.entries()) {
      const tall = height * Math.max(silentHeight, level);
      const matrix = new Matrix4().makeScale(slotWidth * (1 - gap), tall, depth);
      this.setMatrixAt(i, matrix.setPosition((i + 0.5) * slotWidth - width / 2, tall / 2, 0));
    }
    this.instanceMatrix.needsUpdate = true;
    this.boundingBox = null;
    this.boundingSphere = null;
  }

  state() {
    return { heard: this.#audibleSeconds, levels: [...this.#levels] };
  }
}

const metres = { minimum: 0.001, maximum: 1000 };

export const audioVisualiserComponent = defineComponent({
  name: 'AudioVisualiser',
  description: 'Bars that rise with the sound',
  schema: {
    of: optionProperty(['all', 'object'], 'Which sounds it shows: all, or those of the object'),
    bars: markStructural(integerProperty(16, 'Number of bars', { minimum: 1, maximum: 64 })),
    width: floatProperty(4, 'Total width of the bars, in metres', metres),
    height: floatProperty(2, 'Height of a bar at full loudness, in metres', metres),
    depth: floatProperty(0.2, 'Depth of a bar, in metres', metres),
    gap: floatProperty(0.3, 'Share of its slot that each bar leaves free', { minimum: 0, maximum: 0.95 }),
    fall: floatProperty(0.3, 'Seconds in which a bar falls by about two thirds', {
      minimum: 0.01,
      maximum: 60,
    }),
  },
  createObject3D(values, { resources, getMaterial }) {
    const bars = new SoundBars(Math.round(values.bars), getMaterial(0), values);
    resources.effects.add(bars);
    return bars;
  },
  applyValues(bars, values, { getMaterial }) {
    bars.layout = values;
    bars.material = getMaterial(0);
    bars.updateInstances();
  },
  dispose(bars, { resources }) {
    resources.effects.remove(bars);
    bars.geometry.dispose();
    bars.dispose();
  },
});
