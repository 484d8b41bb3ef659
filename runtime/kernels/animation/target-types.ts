/** The kinds of numeric animation targets, and how the values of each kind are blended and written. */
import { type MixerRows, noInput, type PlaybackColumns } from './mixer-rows.ts';
import { createNumbers, multiplyQuaternions, slerp } from './quaternion-math.ts';
import type { Quaternion, Vector3 } from 'three';
import type { NumberAccessor } from './number-accessor.ts';

export interface BlendBuffers {
  /** The blend of the inputs, which becomes the value of a row. */
  readonly blend: number[];
  /** The value of one input. */
  readonly value: number[];
}

/** The operations that differ between kinds of numeric targets, such as vectors and quaternions. */
export interface TargetType<Target> {
  /** Returns the count of numbers per value. */
  getSize(target: Target): number;
  /** Reads the target's current value. Nothing is read if the target has been removed. */
  read(target: Target, out: number[], at: number): void;
  write(target: Target, values: readonly number[], at: number): void;
  equals(target: Target, values: readonly number[], at: number): boolean;
  /** Whether writing a value is more expensive than comparing it with the current value. */
  readonly isExpensiveToWrite: boolean;
  /** Mixes the value at this offset into the blend. */
  mix(blend: number[], values: readonly number[], from: number, fraction: number, size: number): void;
  /** Adds a fraction of the difference between two values to the blend. */
  add(blend: number[], from: readonly number[], to: readonly number[], fraction: number, size: number): void;
  /**
   * Writes the blended values of all rows. Each kind of target has its own loop, because a common loop would take 15 %
   * longer with one clip per object, and 40 % longer with two.
   * @param complete called, with the total weight of the base inputs, for rows that need more than these inputs
   */
  applyBlend(
    rows: MixerRows<Target>,
    playbacks: PlaybackColumns,
    scratch: BlendBuffers,
    complete: (row: number, weight: number) => void,
  ): void;
}

/** Mixes numbers that are independent of each other. */
const mixNumbers: TargetType<unknown>['mix'] = (blend, values, from, fraction, size) => {
  for (let i = 0; i < size; i += 1) blend[i] = blend[i] * (1 - fraction) + values[from + i] * fraction;
};

const addNumbers: TargetType<unknown>['add'] = (blend, from, to, fraction, size) => {
  for (let i = 0; i < size; i += 1) blend[i] += (to[i] - from[i]) * fraction;
};

/** Animates properties and other targets whose values are numbers. */
export const accessorTargetType: TargetType<NumberAccessor> = {
  getSize: ({ size }) => size,
  read(accessor, out, at) {
    const current = out.slice(at, at + accessor.size);
    accessor.read(current);
    for (const [index, number] of current.entries()) out[at + index] = number;
  },
  write: (accessor, values, at) => accessor.write(values, at),
  equals(accessor, values, at) {
    const current = values.slice(at, at + accessor.size);
    accessor.read(current);
    return current.every((number, index) => number === values[at + index]);
  },
  isExpensiveToWrite: false,
  mix: mixNumbers,
  add: addNumbers,
  applyBlend(rows, { times, weights }, { blend, value }, complete) {
    const { targets, firstBaseInputs, samplers, lastKeys, playbackRows, nextInputs } = rows;
    for (let row = 0; row < firstBaseInputs.length; row += 1) {
      let sum = 0;
      for (let part = firstBaseInputs[row]; part !== noInput; part = nextInputs[part]) {
        const playbackRow = playbackRows[part];
        const weight = weights[playbackRow];
        if (weight <= 0) continue;
        sum += weight;
        const isFirst = sum === weight;
        lastKeys[part] = samplers[part].sample(times[playbackRow], lastKeys[part], isFirst ? blend : value);
        if (isFirst) continue;
        mixNumbers(blend, value, 0, weight / sum, targets[row].size);
      }
      complete(row, sum);
    }
  },
};

const readVector = ({ x, y, z }: Vector3, out: number[], at: number): void => {
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
};

const equalsVector = ({ x, y, z }: Vector3, values: readonly number[], at: number): boolean =>
  x === values[at] && y === values[at + 1] && z === values[at + 2];

/** Animates positions and scales of three.js objects. */
export const vectorTargetType: TargetType<Vector3> = {
  getSize: () => 3,
  read: readVector,
  write(vector, values, at) {
    vector.set(values[at], values[at + 1], values[at + 2]);
  },
  equals: equalsVector,
  isExpensiveToWrite: false,
  mix: mixNumbers,
  add: addNumbers,
  applyBlend(rows, { times, weights }, { blend, value }, complete) {
    const {
      targets,
      valueOffsets,
      written,
      isAnimated,
      isGuarded,
      firstBaseInputs,
      firstAdditiveInputs,
      samplers,
      lastKeys,
      playbackRows,
      nextInputs,
    } = rows;
    for (let row = 0; row < firstBaseInputs.length; row += 1) {
      let sum = 0;
      for (let part = firstBaseInputs[row]; part !== noInput; part = nextInputs[part]) {
        const playbackRow = playbackRows[part];
        const weight = weights[playbackRow];
        if (weight <= 0) continue;
        sum += weight;
        const isFirst = sum === weight;
        lastKeys[part] = samplers[part].sample(times[playbackRow], lastKeys[part], isFirst ? blend : value);
        if (isFirst) continue;
        const fraction = weight / sum;
        const remaining = 1 - fraction;
        blend[0] = blend[0] * remaining + value[0] * fraction;
        blend[1] = blend[1] * remaining + value[1] * fraction;
        blend[2] = blend[2] * remaining + value[2] * fraction;
      }
      const target = targets[row];
      if (sum < 1 || !isAnimated[row] || firstAdditiveInputs[row] !== noInput) complete(row, sum);
      else if (!isGuarded[row]) target.set(blend[0], blend[1], blend[2]);
      else if (equalsVector(target, written, valueOffsets[row])) {
        target.set(blend[0], blend[1], blend[2]);
        readVector(target, written, valueOffsets[row]);
      } else complete(row, sum);
    }
  },
};

/** A reusable buffer for the rotation from one quaternion to another. */
const scratchRotation = createNumbers(4);

const readQuaternion = ({ x, y, z, w }: Quaternion, out: number[], at: number): void => {
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
  out[at + 3] = w;
};

const equalsQuaternion = ({ x, y, z, w }: Quaternion, values: readonly number[], at: number): boolean =>
  x === values[at] && y === values[at + 1] && z === values[at + 2] && w === values[at + 3];

/** Animates quaternions of three.js objects. */
export const quaternionTargetType: TargetType<Quaternion> = {
  getSize: () => 4,
  read: readQuaternion,
  write(quaternion, values, at) {
    quaternion.set(values[at], values[at + 1], values[at + 2], values[at + 3]);
  },
  equals: equalsQuaternion,
  // three.js computes Euler angles whenever a quaternion is set
  isExpensiveToWrite: true,
  mix: (blend, values, from, fraction) => slerp(blend, 0, values, from, fraction, blend, 0),
  add(blend, from, to, fraction) {
    for (let i = 0; i < 3; i += 1) scratchRotation[i] = -from[i];
    scratchRotation[3] = from[3];
    multiplyQuaternions(scratchRotation, 0, to, scratchRotation);
    multiplyQuaternions(blend, 0, scratchRotation, scratchRotation);
    slerp(blend, 0, scratchRotation, 0, fraction, blend, 0);
  },
  applyBlend(rows, { times, weights }, { blend, value }, complete) {
    const {
      targets,
      valueOffsets,
      written,
      isAnimated,
      isGuarded,
      firstBaseInputs,
      firstAdditiveInputs,
      samplers,
      lastKeys,
      playbackRows,
      nextInputs,
    } = rows;
    for (let row = 0; row < firstBaseInputs.length; row += 1) {
      let sum = 0;
      for (let part = firstBaseInputs[row]; part !== noInput; part = nextInputs[part]) {
        const playbackRow = playbackRows[part];
        const weight = weights[playbackRow];
        if (weight <= 0) continue;
        sum += weight;
        const isFirst = sum === weight;
        lastKeys[part] = samplers[part].sample(times[playbackRow], lastKeys[part], isFirst ? blend : value);
        if (isFirst) continue;
        slerp(blend, 0, value, 0, weight / sum, blend, 0);
      }
      const target = targets[row];
      if (sum < 1 || !isAnimated[row] || firstAdditiveInputs[row] !== noInput) complete(row, sum);
      else if (!isGuarded[row]) target.set(blend[0], blend[1], blend[2], blend[3]);
      else if (equalsQuaternion(target, written, valueOffsets[row])) {
        if (!equalsQuaternion(target, blend, 0)) target.set(blend[0], blend[1], blend[2], blend[3]);
        readQuaternion(target, written, valueOffsets[row]);
      } else complete(row, sum);
    }
  },
};
