/** Draws the values that commands write, and interprets these values according to the description. */
import { parseVectorComponents } from '../target/field-readers/parse-values.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';
import type { AuditContext } from '../audit.ts';
import type { ChoiceSource } from './edit-command.ts';

const componentNames: Readonly<Record<string, readonly string[]>> = {
  Vector3: ['x', 'y', 'z'],
  Color: ['r', 'g', 'b', 'a'],
};

/** Port types that can be expanded and whose components the description names. */
export const expandableTypes: ReadonlySet<string> = new Set(Object.keys(componentNames));

/** Returns the numbers of a Vector3 or Color value in any shape. Returns `undefined` for any other value. */
export const parseVector = parseVectorComponents;

/** Tolerance that allows for single precision or for eight bits per channel. */
const tolerance = 0.003;

export const areClose = (actual: readonly number[] | undefined, expected: readonly number[]): boolean =>
  actual?.length === expected.length &&
  expected.every((number, index) => Math.abs((actual[index] ?? Number.NaN) - number) <= tolerance);

/**
 * Sorts sub-ports in the order of their components, which their names identify: by a letter as a word, as in
 * `R of Source`, or as the last letter, as in `valueX`. Returns `undefined` if the names don't show the order.
 */
export const sortSubPorts = (
  type: string,
  children: readonly TargetPort[],
): readonly TargetPort[] | undefined => {
  const axes = componentNames[type] ?? [];
  const sortBy = (isNamed: (name: string, axis: string) => boolean): readonly TargetPort[] | undefined => {
    const sorted = axes.map((axis) => children.filter(({ name = '' }) => isNamed(name.toLowerCase(), axis)));
    const isUnique =
      sorted.every(({ length }) => length === 1) && new Set(sorted.flat()).size === axes.length;
    return isUnique && children.length === axes.length ? sorted.flat() : undefined;
  };
  return (
    sortBy((name, axis) => name.split(/[^a-z\d]+/).includes(axis)) ??
    sortBy((name, axis) => name.endsWith(axis))
  );
};

/** Draws zero and one often, because implementations may confuse the shapes of values for these numbers. */
const drawEdgeOr = (random: ChoiceSource, number: (byte: number) => number): number => {
  const byte = random.below(256);
  return byte % 4 < 2 ? byte % 4 : number(byte);
};

/** Draws a multiple of 1/8, which every precision represents exactly. */
const drawEighth = (random: ChoiceSource): number => drawEdgeOr(random, (byte) => (byte - 128) / 8);

/** Draws a color level that a target with eight bits per channel represents exactly. */
const drawChannel = (random: ChoiceSource): number => drawEdgeOr(random, (byte) => byte / 255);

const drawVector = (random: ChoiceSource): unknown => {
  const [x, y, z] = [drawEighth(random), drawEighth(random), drawEighth(random)];
  return random.pick([{ x, y, z }, [x, y, z], x]);
};

const drawColor = (random: ChoiceSource): unknown => {
  const [r, g, b, a] = [drawChannel(random), drawChannel(random), drawChannel(random), drawChannel(random)];
  return random.pick([[r, g, b, a], [r, g, b], { r, g, b, a }]);
};

const sampleTexts = ['', 'one', 'two words', 'ünïcödé', '7'];

/** Draws a value for a port, in one of the documented shapes for its type. */
export const drawValue = (t: AuditContext, port: TargetPort, random: ChoiceSource): unknown => {
  switch (port.type) {
    case 'Vector3':
      return drawVector(random);
    case 'Color':
      return drawColor(random);
    case 'Float':
      return drawEighth(random);
    case 'Integer':
      return random.below(9);
    case 'Boolean':
      return random.below(2) === 1;
    case 'Dropdown':
      return random.pick(t.fields.labels(t.fields.read(port.record, 'options'))) ?? 'none';
    case 'List':
      return [random.below(9), 'two'].slice(0, random.below(3));
    default:
      return random.pick(sampleTexts);
  }
};

/** Returns the components that a written Vector3 or Color value has according to the description. */
export const getDocumentedComponents = (type: string, written: unknown): readonly number[] | undefined => {
  if (type === 'Vector3' && typeof written === 'number') return [written, written, written];
  if (type === 'Color' && Array.isArray(written) && written.length === 3) return [...written, 1];
  return parseVector(type, written);
};

/**
 * Draws a value that can't be coerced to the type of a port under any interpretation of the description.
 * Interpretations differ, because the description does not say whether missing components are filled in. Returns
 * `undefined` if the type accepts any value.
 */
export const drawInvalidValue = (type: string, random: ChoiceSource): unknown => {
  switch (type) {
    case 'Vector3':
      return random.pick<unknown>(['no vector', ['a', 'b', 'c'], [1, 'b', 3]]);
    case 'Color':
      return random.pick<unknown>([
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
