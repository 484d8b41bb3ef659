// biome-ignore-all lint/style/noNonNullAssertion: rows and inputs are allocated before use
import { addNumbers, mixNumbers } from './blend-numbers.ts';
import { noInput } from './mixer-rows.ts';
import type { Vector3 } from 'three';
import type { TargetType } from './target-operations.ts';

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
    vector.set(values[at]!, values[at + 1]!, values[at + 2]!);
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
        const fraction = weight / sum;
        const remaining = 1 - fraction;
        blend[0] = blend[0]! * remaining + value[0]! * fraction;
        blend[1] = blend[1]! * remaining + value[1]! * fraction;
        blend[2] = blend[2]! * remaining + value[2]! * fraction;
      }
      const target = targets[row]!;
      if (sum < 1 || !isAnimated[row]! || firstAdditiveInputs[row] !== noInput) complete(row, sum);
      else if (!isGuarded[row]!) target.set(blend[0]!, blend[1]!, blend[2]!);
      else if (equalsVector(target, written, valueOffsets[row]!)) {
        target.set(blend[0]!, blend[1]!, blend[2]!);
        readVector(target, written, valueOffsets[row]!);
      } else complete(row, sum);
    }
  },
};
