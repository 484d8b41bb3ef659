// biome-ignore-all lint/style/noNonNullAssertion: rows and parts are those that were given out
import { none } from './rows.ts';
import { multiply, slerp, unknown } from './turns.ts';
import type { Quaternion } from 'three';
import type { TargetKind } from './target-kind.ts';

/** The way between two turns. */
const change = unknown(4);

const take = ({ x, y, z, w }: Quaternion, out: number[], at: number): void => {
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
  out[at + 3] = w;
};

const isAt = ({ x, y, z, w }: Quaternion, values: readonly number[], at: number): boolean =>
  x === values[at] && y === values[at + 1] && z === values[at + 2] && w === values[at + 3];

/** Turns of what three.js holds. */
export const turnTargets: TargetKind<Quaternion> = {
  sizeOf: () => 4,
  read: take,
  write(turn, values, at) {
    turn.set(values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!);
  },
  is: isAt,
  // three.js works out the angles of whatever turn is set
  isDearToWrite: true,
  mix: (blend, values, from, share) => slerp(blend, 0, values, from, share, blend, 0),
  add(blend, from, to, share) {
    for (let i = 0; i < 3; i += 1) change[i] = -from[i]!;
    change[3] = from[3]!;
    multiply(change, 0, to, change);
    multiply(blend, 0, change, change);
    slerp(blend, 0, change, 0, share, blend, 0);
  },
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
        slerp(blend, 0, value, 0, weight / sum, blend, 0);
      }
      const target = targets[row]!;
      if (sum < 1 || !isMoved[row]! || additive[row] !== none) complete(row, sum);
      else if (!isGuarded[row]!) target.set(blend[0]!, blend[1]!, blend[2]!, blend[3]!);
      else if (isAt(target, written, places[row]!)) {
        if (!isAt(target, blend, 0)) target.set(blend[0]!, blend[1]!, blend[2]!, blend[3]!);
        take(target, written, places[row]!);
      } else complete(row, sum);
    }
  },
};
