// biome-ignore-all lint/style/noNonNullAssertion: there is a state for each key, and a place for each row
import { keyAt } from './curve.ts';
import { unlessGone } from './outlet.ts';
import type { Json } from '#spec/values.ts';
import type { Property } from '../../property.ts';
import type { SceneObject } from '../../scene-object.ts';
import type { States, Track } from '../clips/clip.ts';
import type { Channel, Cue, Voices } from './channel.ts';

/** Half of the weight is enough to be what shows. */
const enough = 0.5;

/** A track that is heard, and the key of it that was found last. */
interface Part {
  readonly row: number;
  readonly keys: States;
  key: number;
}

/** A property that there is nothing in between of: of two values the one shows that weighs more. */
export class StateChannel implements Channel {
  readonly name: string;
  isMoved = false;
  readonly #object: SceneObject;
  readonly #property: Property<SceneObject>;
  readonly #all: Set<StateChannel>;
  #parts: Part[] = [];
  #rest: Json = null;
  #written: Json = null;

  /** @param all that are posed; those that are heard are among them */
  constructor(
    name: string,
    { object, property }: { readonly object: SceneObject; readonly property: Property<SceneObject> },
    all: Set<StateChannel>,
  ) {
    this.name = name;
    this.#object = object;
    this.#property = property;
    this.#all = all;
  }

  cue({ keys }: Track): Cue | undefined {
    if (!('states' in keys)) return undefined;
    return {
      hear: (row, additive) => {
        // there is no way from one state to another
        if (additive) return;
        this.#all.add(this);
        this.#parts.push({ row, keys, key: 0 });
      },
    };
  }

  silence(): void {
    this.#parts = [];
  }

  rest(): void {
    if (this.isMoved && this.#read() === this.#written) this.#write(this.#rest);
    this.isMoved = false;
  }

  drop(): void {
    this.#all.delete(this);
    this.#parts = [];
    this.isMoved = false;
  }

  state() {
    return { name: this.name, rest: this.#rest, written: this.#written };
  }

  /** Moves it to what it hears, or lets go of it. */
  pose({ times, weights }: Voices): void {
    let sum = 0;
    let blend: Json = null;
    for (const part of this.#parts) {
      const weight = weights[part.row]!;
      if (weight <= 0) continue;
      sum += weight;
      if (weight / sum >= enough) blend = this.#stateOf(part, times[part.row]!);
    }
    if (sum === 0) {
      this.rest();
      if (this.#parts.length === 0) this.#all.delete(this);
      return;
    }
    if (!this.isMoved || this.#read() !== this.#written) this.#takeRest();
    this.isMoved = true;
    this.#put(1 - sum >= enough ? this.#rest : blend);
  }

  #stateOf(part: Part, time: number): Json {
    const { times, states } = part.keys;
    part.key = keyAt(times, time, part.key);
    return states[Math.max(0, part.key)]!;
  }

  #takeRest(): void {
    this.#rest = this.#read();
    this.#written = this.#rest;
  }

  #put(value: Json): void {
    if (value === this.#written) return;
    this.#write(value);
    this.#written = this.#read();
  }

  #read(): Json {
    return unlessGone(() => this.#property.read(this.#object) as Json) ?? null;
  }

  #write(value: Json): void {
    unlessGone(() => this.#property.write(this.#object, value as never));
  }
}
