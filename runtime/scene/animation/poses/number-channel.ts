// biome-ignore-all lint/style/noNonNullAssertion: the values of a channel are as long as its property
import { Channel } from './channel.ts';
import { multiply, slerp, unknown } from './turns.ts';
import type { Quaternion, Vector3 } from 'three';
import type { Outlet } from './outlet.ts';

/**
 * A property of numbers. What all channels of a rig keep lies in one array, as it is needed in every step: the weight of the
 * base voices, then the blend, which is what was written last once it is written, then what the property is without it.
 */
export abstract class NumberChannel extends Channel {
  readonly size: number;
  protected readonly numbers: number[];
  /** Where its blend begins. */
  protected readonly at: number;

  /** @param numbers of the rig; the channel adds its own */
  constructor(name: string, size: number, numbers: number[]) {
    super(name);
    this.size = size;
    this.numbers = numbers;
    this.at = numbers.length + 1;
    numbers.push(...unknown(1 + 2 * size));
  }

  /** Takes in the value of one more base voice. */
  add(sample: readonly number[], weight: number): void {
    const { numbers, at } = this;
    const sum = numbers[at - 1]! + weight;
    numbers[at - 1] = sum;
    if (sum === weight) this.set(sample);
    else this.mix(sample, 0, weight / sum);
  }

  /** Adds so much of the way from one value to another. */
  abstract addChange(from: readonly number[], to: readonly number[], weight: number): void;

  state() {
    const { name, numbers, at, size } = this;
    const middle = at + size;
    return { name, written: numbers.slice(at, middle), rest: numbers.slice(middle, middle + size) };
  }

  /** Makes a value the blend. */
  protected abstract set(sample: readonly number[]): void;
  /** Mixes another value into the blend. */
  protected abstract mix(values: readonly number[], from: number, share: number): void;

  protected clear(): void {
    this.numbers[this.at - 1] = 0;
  }

  protected fillUp(): void {
    const { numbers, at, size } = this;
    const missing = 1 - numbers[at - 1]!;
    if (missing <= 0) return;
    if (missing < 1) this.mix(numbers, at + size, missing);
    else numbers.copyWithin(at, at + size, at + 2 * size);
  }
}

/** Numbers that have nothing to do with each other. */
abstract class PlainChannel extends NumberChannel {
  addChange(from: readonly number[], to: readonly number[], weight: number): void {
    const { numbers, at, size } = this;
    for (let i = 0; i < size; i += 1) numbers[at + i]! += (to[i]! - from[i]!) * weight;
  }

  protected mix(values: readonly number[], from: number, share: number): void {
    const { numbers, at, size } = this;
    for (let i = 0; i < size; i += 1) {
      numbers[at + i] = numbers[at + i]! * (1 - share) + values[from + i]! * share;
    }
  }
}

/** A position or a scale. */
export class VectorChannel extends PlainChannel {
  readonly #vector: Vector3;

  constructor(name: string, vector: Vector3, numbers: number[]) {
    super(name, 3, numbers);
    this.#vector = vector;
  }

  protected set(sample: readonly number[]): void {
    const { numbers, at } = this;
    numbers[at] = sample[0]!;
    numbers[at + 1] = sample[1]!;
    numbers[at + 2] = sample[2]!;
  }

  protected isAsWritten(): boolean {
    const { x, y, z } = this.#vector;
    const { numbers, at } = this;
    return x === numbers[at] && y === numbers[at + 1] && z === numbers[at + 2];
  }

  protected takeRest(): void {
    const { x, y, z } = this.#vector;
    const { numbers, at } = this;
    numbers[at + 3] = x;
    numbers[at + 4] = y;
    numbers[at + 5] = z;
  }

  protected putRest(): void {
    const { numbers, at } = this;
    this.#vector.set(numbers[at + 3]!, numbers[at + 4]!, numbers[at + 5]!);
  }

  protected put(): void {
    const { numbers, at } = this;
    this.#vector.set(numbers[at]!, numbers[at + 1]!, numbers[at + 2]!);
  }
}

/** How a node is turned. */
export class TurnChannel extends NumberChannel {
  readonly #turn: Quaternion;

  constructor(name: string, turn: Quaternion, numbers: number[]) {
    super(name, 4, numbers);
    this.#turn = turn;
  }

  addChange(from: readonly number[], to: readonly number[], weight: number): void {
    const { numbers, at } = this;
    const change = [-from[0]!, -from[1]!, -from[2]!, from[3]!];
    multiply(change, 0, to, change);
    multiply(numbers, at, change, change);
    slerp(numbers, at, change, 0, weight, numbers, at);
  }

  protected set(sample: readonly number[]): void {
    const { numbers, at } = this;
    numbers[at] = sample[0]!;
    numbers[at + 1] = sample[1]!;
    numbers[at + 2] = sample[2]!;
    numbers[at + 3] = sample[3]!;
  }

  protected mix(values: readonly number[], from: number, share: number): void {
    slerp(this.numbers, this.at, values, from, share, this.numbers, this.at);
  }

  protected isAsWritten(): boolean {
    const { x, y, z, w } = this.#turn;
    const { numbers, at } = this;
    return x === numbers[at] && y === numbers[at + 1] && z === numbers[at + 2] && w === numbers[at + 3];
  }

  protected takeRest(): void {
    const { x, y, z, w } = this.#turn;
    const { numbers, at } = this;
    numbers[at + 4] = x;
    numbers[at + 5] = y;
    numbers[at + 6] = z;
    numbers[at + 7] = w;
  }

  protected putRest(): void {
    const { numbers, at } = this;
    this.#turn.set(numbers[at + 4]!, numbers[at + 5]!, numbers[at + 6]!, numbers[at + 7]!);
  }

  protected put(): void {
    // three.js works out the angles of whatever is set
    if (this.isAsWritten()) return;
    const { numbers, at } = this;
    this.#turn.set(numbers[at]!, numbers[at + 1]!, numbers[at + 2]!, numbers[at + 3]!);
  }
}

/** Any other numbers. */
export class OutletChannel extends PlainChannel {
  readonly #outlet: Outlet;
  readonly #found: number[];

  constructor(name: string, outlet: Outlet, numbers: number[]) {
    super(name, outlet.size, numbers);
    this.#outlet = outlet;
    this.#found = unknown(outlet.size);
  }

  protected set(sample: readonly number[]): void {
    for (let i = 0; i < this.size; i += 1) this.numbers[this.at + i] = sample[i]!;
  }

  protected isAsWritten(): boolean {
    const { numbers, at } = this;
    this.#outlet.read(this.#found);
    return this.#found.every((number, index) => number === numbers[at + index]);
  }

  protected takeRest(): void {
    this.#outlet.read(this.#found);
    this.#keep(this.at + this.size);
  }

  protected putRest(): void {
    this.#outlet.write(this.numbers, this.at + this.size);
  }

  protected put(): void {
    this.#outlet.write(this.numbers, this.at);
    // as it is held: within its range, rounded
    this.#outlet.read(this.#found);
    this.#keep(this.at);
  }

  #keep(at: number): void {
    for (let i = 0; i < this.size; i += 1) this.numbers[at + i] = this.#found[i]!;
  }
}
