import { SoundBars } from '../effects/sound-bars.ts';
import { defineComponent } from './component-type.ts';
import { floatProperty, integerProperty, optionProperty, markStructural } from './property-schema.ts';

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
