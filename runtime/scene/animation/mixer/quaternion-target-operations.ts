// biome-ignore-all lint/style/noNonNullAssertion: rows and inputs are allocated before use
import { noInput } from './mixer-rows.ts';
import { multiplyQuaternions, slerp, createNumbers } from './quaternion-math.ts';
import type { Quaternion } from 'three';
import type { TargetType } from './target-operations.ts';

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
    quaternion.set(values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!);
  },
  equals: equalsQuaternion,
  // three.js computes Euler angles whenever a quaternion is set
  isExpensiveToWrite: true,
  mix: (blend, values, from, fraction) => slerp(blend, 0, values, from, fraction, blend, 0),
  add(blend, from, to, fraction) {
    for (let i = 0; i < 3; i += 1) scratchRotation[i] = -from[i]!;
    scratchRotation[3] = from[3]!;
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
      for (let part = firstBaseInputs[row]!; part !== noInput; part = nextInputs[part]!) {
        const playbackRow = playbackRows[part]!;
        const weight = weights[playbackRow]!;
        if (weight <= 0) continue;
        sum += weight;
        const isFirst = sum === weight;
        lastKeys[part] = samplers[part]!.sample(
          times[playbackRow]!,
          lastKeys[part]!,
          isFirst ? blend : value,
        );
        if (isFirst) continue;
        slerp(blend, 0, value, 0, weight / sum, blend, 0);
      }
      const target = targets[row]!;
      if (sum < 1 || !isAnimated[row]! || firstAdditiveInputs[row] !== noInput) complete(row, sum);
      else if (!isGuarded[row]!) target.set(blend[0]!, blend[1]!, blend[2]!, blend[3]!);
      else if (equalsQuaternion(target, written, valueOffsets[row]!)) {
        if (!equalsQuaternion(target, blend, 0)) target.set(blend[0]!, blend[1]!, blend[2]!, blend[3]!);
        readQuaternion(target, written, valueOffsets[row]!);
      } else complete(row, sum);
    }
  },
};
