// biome-ignore-all lint/style/noNonNullAssertion: rows and inputs are allocated before use
import { addNumbers, mixNumbers } from './blend-numbers.ts';
import { noInput } from './mixer-rows.ts';
import type { NumberAccessor } from './number-accessor.ts';
import type { TargetType } from './target-operations.ts';

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
        mixNumbers(blend, value, 0, weight / sum, targets[row]!.size);
      }
      complete(row, sum);
    }
  },
};
