/** Repairs the numbers of accessors. */
import { floatType, unsignedIntType } from './accessor-layout.ts';
import type { Layout, Numbers } from './accessor-layout.ts';
import type { JsonObject } from './json-entries.ts';

/** Changes numbers in place. @returns whether that is worth a note */
export type RepairNumbers = (numbers: Numbers, layout: Layout, accessor: JsonObject) => boolean;

const floatView = new DataView(new ArrayBuffer(4));

/** The next number that 32 bits can hold. */
const nextFloat = (value: number): number => {
  floatView.setFloat32(0, value);
  if (value === 0) floatView.setInt32(0, 1);
  else floatView.setInt32(0, floatView.getInt32(0) + (value > 0 ? 1 : -1));
  return floatView.getFloat32(0);
};

/** Two keys at one time are a jump: the second comes as soon after the first as can be told apart. */
export const separateTimes: RepairNumbers = (times, _, { componentType }) => {
  if (componentType !== floatType) return false;
  let hasRepaired = false;
  let before = -Infinity;
  let latest = -Infinity;
  for (let index = 0; index < times.length; index += 1) {
    const time = times[index] ?? 0;
    // Times that decrease are left for the validator to refuse.
    if (time >= before && time <= latest && Number.isFinite(latest)) {
      latest = nextFloat(latest);
      times[index] = latest;
      hasRepaired = true;
    } else latest = time;
    before = time;
  }
  return hasRepaired;
};

/** How far off unit length a quaternion of floats may be without a note: what rounding leaves. */
const unitTolerance = 1e-4;

/** @param every how many values lie from one quaternion to the next, and which of them is the first */
const normalizeQuaternions =
  ({ every, from }: { readonly every: number; readonly from: number }): RepairNumbers =>
  (numbers, { components, format }, { componentType, normalized }) => {
    const isFloat = componentType === floatType;
    if (components !== 4 || !(isFloat || normalized === true)) return false;
    const tolerance = isFloat ? unitTolerance : 4 / format.elementBytes;
    let hasRepaired = false;
    for (let at = from * 4; at < numbers.length; at += every * 4) {
      const quaternion = Array.from(numbers.subarray(at, at + 4), (number) => number / format.elementBytes);
      const length = Math.hypot(...quaternion);
      // What is no number is left for the validator to refuse.
      if (!(Math.abs(length - 1) > tolerance && length < Infinity)) continue;
      const unit = length === 0 ? [0, 0, 0, 1] : quaternion.map((number) => number / length);
      numbers.set(isFloat ? unit : unit.map((number) => Math.round(number * format.elementBytes)), at);
      hasRepaired = true;
    }
    return hasRepaired;
  };

export const normalizeRotations = normalizeQuaternions({ every: 1, from: 0 });

/** The values of cubic splines lie between their tangents. */
export const normalizeSplineRotations = normalizeQuaternions({ every: 3, from: 1 });

/** The last row of a matrix that binds a joint is 0, 0, 0, 1, up to rounding. */
export const roundBindMatrices: RepairNumbers = (numbers, { components }, { componentType }) => {
  if (components !== 16 || componentType !== floatType) return false;
  let hasRepaired = false;
  for (let at = 3; at < numbers.length; at += 4) {
    const value = at % 16 === 15 ? 1 : 0;
    if (numbers[at] === value || !Number.isFinite(numbers[at])) continue;
    numbers[at] = value;
    hasRepaired = true;
  }
  return hasRepaired;
};

/**
 * Joints as integers of 16 bits, where they are numbers of another type.
 * @returns nothing for those that are fine, and those that cannot be
 */
export const toSmallJoints = (
  numbers: Numbers,
  { components }: Layout,
  { componentType }: JsonObject,
): Uint8Array<ArrayBuffer> | undefined => {
  if (components !== 4 || (componentType !== unsignedIntType && componentType !== floatType))
    return undefined;
  const joints = Uint16Array.from(numbers);
  return joints.every((joint, index) => joint === numbers[index]) ? new Uint8Array(joints.buffer) : undefined;
};

/** The least and the largest of each component; nothing for no numbers. */
export const computeValueBounds = (
  numbers: Numbers,
  { components }: Layout,
): { readonly min?: number[]; readonly max?: number[] } => {
  const min = Array.from({ length: components }, () => Infinity);
  const max = Array.from({ length: components }, () => -Infinity);
  for (let component = 0; component < components; component += 1) {
    let [least, largest] = [Infinity, -Infinity];
    for (let at = component; at < numbers.length; at += components) {
      const number = numbers[at] ?? 0;
      // What is no number is left for the validator to refuse.
      if (number < least && number !== -Infinity) least = number;
      if (number > largest && number !== Infinity) largest = number;
    }
    min[component] = least;
    max[component] = largest;
  }
  return [...min, ...max].every(Number.isFinite) ? { min, max } : {};
};
