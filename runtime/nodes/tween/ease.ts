import { easingNames } from '#spec/actions/easings.ts';
import { easings } from '../../scene/tweens/easing.ts';
import { labelOf } from '../grammar/action-node.ts';
import { dropdown } from '../grammar/ports.ts';

const [first, ...others] = easingNames;

/** A curve of easing, by the label that every node has for it. */
export const ease = dropdown(labelOf(first), ...others.map(labelOf));

const byLabel = new Map(easingNames.map((name) => [labelOf(name), easings[name]]));

/** The curve with a label; the straight one for what is none. */
export const easingOf = (label: string): ((progress: number) => number) =>
  byLabel.get(label) ?? easings.linear;
