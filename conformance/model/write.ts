/** Values that commands write, and what the description says of them. */
import { componentsOf } from './components.ts';
import type { AuditContext } from '../audit.ts';
import type { LabPort } from '../lab/palette.ts';
import type { Dice } from './dice.ts';

/** Zero and one are frequent, because that is where shapes are mixed up. */
const edgeOr = (dice: Dice, number: (roll: number) => number): number => {
  const roll = dice.below(256);
  return roll % 4 < 2 ? roll % 4 : number(roll);
};

/** Eighths: exact in every precision. */
const eighth = (dice: Dice): number => edgeOr(dice, (roll) => (roll - 128) / 8);

/** Levels that survive a target which keeps eight bits a channel. */
const channel = (dice: Dice): number => edgeOr(dice, (roll) => roll / 255);

const vector = (dice: Dice): unknown => {
  const [x, y, z] = [eighth(dice), eighth(dice), eighth(dice)];
  return dice.pick([{ x, y, z }, [x, y, z], x]);
};

const color = (dice: Dice): unknown => {
  const [r, g, b, a] = [channel(dice), channel(dice), channel(dice), channel(dice)];
  return dice.pick([[r, g, b, a], [r, g, b], { r, g, b, a }]);
};

const words = ['', 'one', 'two words', 'ünïcödé', '7'];

/** A value of a port type, in one of the shapes that suit it. */
export const valueFor = (t: AuditContext, port: LabPort, dice: Dice): unknown => {
  switch (port.type) {
    case 'Vector3':
      return vector(dice);
    case 'Color':
      return color(dice);
    case 'Float':
      return eighth(dice);
    case 'Integer':
      return dice.below(9);
    case 'Boolean':
      return dice.below(2) === 1;
    case 'Dropdown':
      return dice.pick(t.fields.labels(t.fields.read(port.record, 'options'))) ?? 'none';
    case 'List':
      return [dice.below(9), 'two'].slice(0, dice.below(3));
    default:
      return dice.pick(words);
  }
};

/** The components that a written Vector3 or Color stands for, by the description. */
export const statedComponents = (type: string, written: unknown): readonly number[] | undefined => {
  if (type === 'Vector3' && typeof written === 'number') return [written, written, written];
  if (type === 'Color' && Array.isArray(written) && written.length === 3) return [...written, 1];
  return componentsOf(type, written);
};

/**
 * A value that cannot be coerced to the type of a port by any reading of the description, which leaves open whether what
 * lacks is made up; undefined where the type takes anything.
 */
export const foreignValue = (type: string, dice: Dice): unknown => {
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
