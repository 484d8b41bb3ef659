import { easingNames } from '#spec/actions/easings.ts';
import { easings } from '../../scene/tweens/easing.ts';
import { toOptionLabel } from '../dsl/define-action-node.ts';
import { dropdown } from '../dsl/ports.ts';

const [first, ...otherEasings] = easingNames;

/** A port that selects an easing curve. All nodes use the same label for a curve. */
export const easePort = dropdown(toOptionLabel(first), ...otherEasings.map(toOptionLabel));

const easingByLabel = new Map(easingNames.map((name) => [toOptionLabel(name), easings[name]]));

/** Returns the easing curve with this label, or the linear curve for an unknown label. */
export const findEasing = (label: string): ((progress: number) => number) =>
  easingByLabel.get(label) ?? easings.linear;
