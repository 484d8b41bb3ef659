// biome-ignore-all lint/style/noNonNullAssertion: rows and parts are those that were given out
import { addNumbers, mixNumbers } from './blending.ts';
import { none } from './rows.ts';
import type { Vector3 } from 'three';
import type { TargetKind } from './target-kind.ts';

/** Positions and scales of what three.js holds. */
export const vectorTargets: TargetKind<Vector3> = {
  sizeOf: () => 3,
  read({ x, y, z }, out, at) {
    out[at] = x;
    out[at + 1] = y;
    out[at + 2] = z;
  },
  write(vector, values, at) {
    vector.set(values[at]!, values[at + 1]!, values[at + 2]!);
  },
  is: ({ x, y, z }, values, at) => x === values[at] && y === values[at + 1] && z === values[at + 2],
  isDearToWrite: false,
  mix: mixNumbers,
  add: addNumbers,
  pose(rows, { times, weights }, { blend, value }, complete) {
    const { targets, isMoved, isGuarded, base, additive, readers, keys, voices, next } = rows;
    for (let row = 0; row < base.length; row += 1) {
      let sum = 0;
      for (let part = base[row]!; part !== none; part = next[part]!) {
        const voice = voices[part]!;
        const weight = weights[voice]!;
        if (weight <= 0) continue;
        sum += weight;
        const isFirst = sum === weight;
        keys[part] = readers[part]!.read(times[voice]!, keys[part]!, isFirst ? blend : value);
        if (isFirst) continue;
        const share = weight / sum;
        const rest = 1 - share;
        blend[0] = blend[0]! * rest + value[0]! * share;
        blend[1] = blend[1]! * rest + value[1]! * share;
        blend[2] = blend[2]! * rest + value[2]! * share;
      }
      if (sum < 1 || isGuarded[row]! || !isMoved[row]! || additive[row] !== none) complete(row, sum);
      else targets[row]!.set(blend[0]!, blend[1]!, blend[2]!);
    }
  },
};
