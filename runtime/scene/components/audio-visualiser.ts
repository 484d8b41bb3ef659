import { SoundBars } from '../effects/sound-bars.ts';
import { kind } from './kind.ts';
import { float, integer, option, structural } from './slots.ts';

const metres = { minimum: 0.001, maximum: 1000 };

export const audioVisualiser = kind({
  name: 'AudioVisualiser',
  description: 'Bars that rise with what is heard of sounds',
  slots: {
    of: option(['all', 'object'], 'Whose sounds: all that are heard, or those of the object'),
    bars: structural(integer(16, 'How many bars there are', { minimum: 1, maximum: 64 })),
    width: float(4, 'Width of all bars, in metres', metres),
    height: float(2, 'Height of a bar when it is as loud as can be, in metres', metres),
    depth: float(0.2, 'Depth of a bar, in metres', metres),
    gap: float(0.3, 'Share of its place that each bar leaves free', { minimum: 0, maximum: 0.95 }),
    fall: float(0.3, 'Seconds in which a bar falls by about two thirds', { minimum: 0.01, maximum: 60 }),
  },
  draw(values, { resources, material }) {
    const bars = new SoundBars(Math.round(values.bars), material(0), values);
    resources.effects.add(bars);
    return bars;
  },
  show(bars, values, { material }) {
    bars.layout = values;
    bars.material = material(0);
    bars.draw();
  },
  discard(bars, { resources }) {
    resources.effects.remove(bars);
    bars.geometry.dispose();
    bars.dispose();
  },
});
