/** Finds the accessors that a document uses, and repairs their values. */
import { floatType, type Layout, type Numbers, unsignedIntType } from './accessor-layout.ts';
import { findObject, getObjectAt, getObjects, type JsonObject } from './json-entries.ts';

/**
 * Repairs numbers in place.
 * @returns whether to log a repair
 */
type RepairNumbers = (numbers: Numbers, layout: Layout, accessor: JsonObject) => boolean;

const floatView = new DataView(new ArrayBuffer(4));

/** Returns the next larger 32-bit float. */
const nextFloat = (value: number): number => {
  floatView.setFloat32(0, value);
  if (value === 0) floatView.setInt32(0, 1);
  else floatView.setInt32(0, floatView.getInt32(0) + (value > 0 ? 1 : -1));
  return floatView.getFloat32(0);
};

/**
 * Separates keyframes with the same time, which represent a jump. The second keyframe is moved by the smallest possible
 * step.
 */
const separateTimes: RepairNumbers = (times, _, { componentType }) => {
  if (componentType !== floatType) return false;
  let hasRepaired = false;
  let previousTime = -Infinity;
  let lastTime = -Infinity;
  for (let index = 0; index < times.length; index += 1) {
    const time = times[index] ?? 0;
    // Decreasing times are left for the validator to report.
    if (time >= previousTime && time <= lastTime && Number.isFinite(lastTime)) {
      lastTime = nextFloat(lastTime);
      times[index] = lastTime;
      hasRepaired = true;
    } else lastTime = time;
    previousTime = time;
  }
  return hasRepaired;
};

/** The largest deviation from unit length that is not repaired. This tolerance covers rounding to 32-bit floats. */
const unitTolerance = 1e-4;

/**
 * Creates a repair that normalizes quaternions. The first quaternion is at value index `from`; the next ones follow
 * every `every` values.
 */
const normalizeQuaternions =
  ({ every, from }: { readonly every: number; readonly from: number }): RepairNumbers =>
  (numbers, { components, format }, { componentType, normalized }) => {
    const isFloat = componentType === floatType;
    if (components !== 4 || !(isFloat || normalized === true)) return false;
    const tolerance = isFloat ? unitTolerance : 4 / format.normalizedOne;
    let hasRepaired = false;
    for (let at = from * 4; at < numbers.length; at += every * 4) {
      const quaternion = Array.from(numbers.subarray(at, at + 4), (number) => number / format.normalizedOne);
      const length = Math.hypot(...quaternion);
      // NaN and infinity are left for the validator to report.
      if (!(Math.abs(length - 1) > tolerance && length < Infinity)) continue;
      const unit = length === 0 ? [0, 0, 0, 1] : quaternion.map((number) => number / length);
      numbers.set(isFloat ? unit : unit.map((number) => Math.round(number * format.normalizedOne)), at);
      hasRepaired = true;
    }
    return hasRepaired;
  };

const normalizeRotations = normalizeQuaternions({ every: 1, from: 0 });

/** A cubic spline stores each value between its two tangents. */
const normalizeSplineRotations = normalizeQuaternions({ every: 3, from: 1 });

/** Removes rounding errors from the last row of inverse bind matrices, which must be 0, 0, 0, 1. */
const roundBindMatrices: RepairNumbers = (numbers, { components }, { componentType }) => {
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

interface AccessorReference {
  readonly owner: JsonObject;
  readonly key: string;
  readonly use: AccessorUse;
}

export interface AccessorUse {
  /** Whether the accessor is a vertex attribute, which must be aligned to 4 bytes. */
  readonly isAttribute?: boolean;
  readonly needsBounds?: boolean;
  readonly repair?: { readonly description: string; readonly change: RepairNumbers };
}

const attributeUse: AccessorUse = { isAttribute: true };
const positionUse: AccessorUse = { isAttribute: true, needsBounds: true };
export const jointUse: AccessorUse = { isAttribute: true };
const plainUse: AccessorUse = {};
const timeUse: AccessorUse = {
  needsBounds: true,
  repair: { description: 'Separated keyframes with the same time', change: separateTimes },
};
const rotationRepair = 'Normalized rotation keyframes';
const rotationUse: AccessorUse = { repair: { description: rotationRepair, change: normalizeRotations } };
const splineRotationUse: AccessorUse = {
  repair: { description: rotationRepair, change: normalizeSplineRotations },
};
const bindMatrixUse: AccessorUse = {
  repair: { description: 'Rounded the last row of inverse bind matrices', change: roundBindMatrices },
};

const getAttributeUse = (name: string): AccessorUse => {
  if (name === 'POSITION') return positionUse;
  return name.startsWith('JOINTS_') ? jointUse : attributeUse;
};

/** Yields every accessor reference that a loader follows. */
export const listAccessorReferences = function* (document: JsonObject): Generator<AccessorReference> {
  for (const mesh of getObjects(document, 'meshes')) {
    for (const primitive of getObjects(mesh, 'primitives')) {
      if (primitive.indices !== undefined) yield { owner: primitive, key: 'indices', use: plainUse };
      const owners = [findObject(primitive, 'attributes') ?? {}, ...getObjects(primitive, 'targets')];
      for (const owner of owners) {
        for (const key of Object.keys(owner)) {
          yield { owner, key, use: getAttributeUse(key) };
        }
      }
    }
  }
  for (const skin of getObjects(document, 'skins')) {
    if (skin.inverseBindMatrices !== undefined) {
      yield { owner: skin, key: 'inverseBindMatrices', use: bindMatrixUse };
    }
  }
  for (const clip of getObjects(document, 'animations')) {
    const samplers = getObjects(clip, 'samplers');
    const rotationSamplers = new Set(
      getObjects(clip, 'channels')
        .filter((channel) => findObject(channel, 'target')?.path === 'rotation')
        .map((channel) => getObjectAt(samplers, channel.sampler, 'sampler')),
    );
    for (const owner of samplers) {
      const use = owner.interpolation === 'CUBICSPLINE' ? splineRotationUse : rotationUse;
      yield { owner, key: 'input', use: timeUse };
      yield { owner, key: 'output', use: rotationSamplers.has(owner) ? use : plainUse };
    }
  }
};

/**
 * Converts joint indices of an unsupported type to 16-bit integers.
 * @returns `undefined` when the indices need no conversion or can't be converted
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

/** Returns the minimum and maximum of each component; neither of them when there are no values. */
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
      // NaN and infinity are left for the validator to report.
      if (number < least && number !== -Infinity) least = number;
      if (number > largest && number !== Infinity) largest = number;
    }
    min[component] = least;
    max[component] = largest;
  }
  return [...min, ...max].every(Number.isFinite) ? { min, max } : {};
};
