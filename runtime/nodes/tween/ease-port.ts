import { easingNames } from '#spec/actions/easings.ts';
import { easings } from '../../scene/tweens/easing.ts';
import { toOptionLabel } from '../dsl/define-action-node.ts';
import { dropdown } from '../dsl/ports.ts';

const [first, ...otherEasings] = easingNames;

/** An easing curve, by the label that all nodes use for it. */
export const easePort = dropdown(toOptionLabel(first), ...otherEasings.map(toOptionLabel));

const easingByLabel = new Map(easingNames.map((name) => [toOptionLabel(name), easings[name]]));

/** Finds the curve with a label; the linear one for an unknown label. */
export const findEasing = (label: string): ((progress: number) => number) =>
  easingByLabel.get(label) ?? easings.linear;
