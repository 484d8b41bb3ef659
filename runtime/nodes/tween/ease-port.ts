import { easingNames } from '#spec/actions/easings.ts';
import { easings } from '../../scene/tweens/easing.ts';
import { toOptionLabel } from '../dsl/define-action-node.ts';
import { dropdown } from '../dsl/ports.ts';

const [first, ...others] = easingNames;

/** A curve of easing, by the label that every node has for it. */
export const easePort = dropdown(toOptionLabel(first), ...others.map(toOptionLabel));

const easingByLabel = new Map(easingNames.map((name) => [toOptionLabel(name), easings[name]]));

/** The curve with a label; the straight one for what is none. */
export const findEasing = (label: string): ((progress: number) => number) =>
  easingByLabel.get(label) ?? easings.linear;
