// biome-ignore-all lint/style/noNonNullAssertion: rows and parts are those that were given out
import { addNumbers, mixNumbers } from './blending.ts';
import { none } from './rows.ts';
import type { Vector3 } from 'three';
import type { TargetKind } from './target-kind.ts';

const take = ({ x, y, z }: Vector3, out: number[], at: number): void => {
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
};

const isAt = ({ x, y, z }: Vector3, values: readonly number[], at: number): boolean =>
  x === values[at] && y === values[at + 1] && z === values[at + 2];

/** Positions and scales of what three.js holds. */
export const vectorTargets: TargetKind<Vector3> = {
  sizeOf: () => 3,
  read: take,
  write(vector, values, at) {
    vector.set(values[at]!, values[at + 1]!, values[at + 2]!);
  },
  is: isAt,
  isDearToWrite: false,
  mix: mixNumbers,
  add: addNumbers,
  pose(rows, { times, weights }, { blend, value }, complete) {
    const { targets, places, written, isMoved, isGuarded, base, additive, readers, keys, voices, next } =
      rows;
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
      const target = targets[row]!;
      if (sum < 1 || !isMoved[row]! || additive[row] !== none) complete(row, sum);
      else if (!isGuarded[row]!) target.set(blend[0]!, blend[1]!, blend[2]!);
      else if (isAt(target, written, places[row]!)) {
        target.set(blend[0]!, blend[1]!, blend[2]!);
        take(target, written, places[row]!);
      } else complete(row, sum);
    }
  },
};
