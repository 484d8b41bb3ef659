// biome-ignore-all lint/style/noNonNullAssertion: rows and parts are those that were given out
import { addNumbers, mixNumbers } from './blending.ts';
import { none } from './rows.ts';
import type { Outlet } from './outlet.ts';
import type { TargetKind } from './target-kind.ts';

/** Properties, and whatever else takes numbers. */
export const outletTargets: TargetKind<Outlet> = {
  sizeOf: ({ size }) => size,
  read(outlet, out, at) {
    const found = out.slice(at, at + outlet.size);
    outlet.read(found);
    for (const [index, number] of found.entries()) out[at + index] = number;
  },
  write: (outlet, values, at) => outlet.write(values, at),
  is(outlet, values, at) {
    const found = values.slice(at, at + outlet.size);
    outlet.read(found);
    return found.every((number, index) => number === values[at + index]);
  },
  isDearToWrite: false,
  mix: mixNumbers,
  add: addNumbers,
  pose(rows, { times, weights }, { blend, value }, complete) {
    const { targets, base, readers, keys, voices, next } = rows;
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
        mixNumbers(blend, value, 0, weight / sum, targets[row]!.size);
      }
      complete(row, sum);
    }
  },
};
