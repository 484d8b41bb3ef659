/** Values that commands write, and how the description interprets them. */
import { parseVector } from './vector-components.ts';
import type { AuditContext } from '../audit.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';
import type { ChoiceSource } from './choice-source.ts';

/** Zero and one are frequent, because implementations confuse shapes there. */
const drawEdgeOr = (dice: ChoiceSource, number: (roll: number) => number): number => {
  const roll = dice.below(256);
  return roll % 4 < 2 ? roll % 4 : number(roll);
};

/** Eighths, which are exact in every precision. */
const drawEighth = (dice: ChoiceSource): number => drawEdgeOr(dice, (roll) => (roll - 128) / 8);

/** Levels that are exact in a target with eight bits per channel. */
const drawChannel = (dice: ChoiceSource): number => drawEdgeOr(dice, (roll) => roll / 255);

const drawVector = (dice: ChoiceSource): unknown => {
  const [x, y, z] = [drawEighth(dice), drawEighth(dice), drawEighth(dice)];
  return dice.pick([{ x, y, z }, [x, y, z], x]);
};

const drawColor = (dice: ChoiceSource): unknown => {
  const [r, g, b, a] = [drawChannel(dice), drawChannel(dice), drawChannel(dice), drawChannel(dice)];
  return dice.pick([[r, g, b, a], [r, g, b], { r, g, b, a }]);
};

const sampleTexts = ['', 'one', 'two words', 'ünïcödé', '7'];

/** Draws a value of a port type, in one of its documented shapes. */
export const drawValue = (t: AuditContext, port: TargetPort, dice: ChoiceSource): unknown => {
  switch (port.type) {
    case 'Vector3':
      return drawVector(dice);
    case 'Color':
      return drawColor(dice);
    case 'Float':
      return drawEighth(dice);
    case 'Integer':
      return dice.below(9);
    case 'Boolean':
      return dice.below(2) === 1;
    case 'Dropdown':
      return dice.pick(t.fields.labels(t.fields.read(port.record, 'options'))) ?? 'none';
    case 'List':
      return [dice.below(9), 'two'].slice(0, dice.below(3));
    default:
      return dice.pick(sampleTexts);
  }
};

/** Returns the components that a written Vector3 or Color means by the description. */
export const getDocumentedComponents = (type: string, written: unknown): readonly number[] | undefined => {
  if (type === 'Vector3' && typeof written === 'number') return [written, written, written];
  if (type === 'Color' && Array.isArray(written) && written.length === 3) return [...written, 1];
  return parseVector(type, written);
};

/**
 * Draws a value that can't be coerced to the type of a port by any reading of the description, which leaves open
 * whether missing components are filled in; undefined if the type accepts anything.
 */
export const drawInvalidValue = (type: string, dice: ChoiceSource): unknown => {
  switch (type) {
    case 'Vector3':
      return dice.pick<unknown>(['no vector', ['a', 'b', 'c'], [1, 'b', 3]]);
    case 'Color':
      return dice.pick<unknown>([
        ['r', 'g', 'b'],
        [1, 'g', 0, 1],
      ]);
    case 'Float':
    case 'Integer':
      return 'no number';
    case 'Dropdown':
      return 'no-such-option';
    default:
      return undefined;
  }
};
