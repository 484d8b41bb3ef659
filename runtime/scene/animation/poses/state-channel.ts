import { Channel } from './channel.ts';
import { unlessGone } from './outlet.ts';
import type { Json } from '#spec/values.ts';
import type { Property } from '../../property.ts';
import type { SceneObject } from '../../scene-object.ts';

/** Half of the weight is enough to be what shows. */
const enough = 0.5;

/** A property that there is nothing in between of: of two values the one shows that weighs more. */
export class StateChannel extends Channel {
  readonly #object: SceneObject;
  readonly #property: Property<SceneObject>;
  #weight = 0;
  #blend: Json = null;
  #rest: Json = null;
  #written: Json = null;

  constructor(name: string, object: SceneObject, property: Property<SceneObject>) {
    super(name);
    this.#object = object;
    this.#property = property;
  }

  add(value: Json, weight: number): void {
    this.#weight += weight;
    if (weight / this.#weight >= enough) this.#blend = value;
  }

  state() {
    return { name: this.name, rest: this.#rest, written: this.#written };
  }

  protected isAsWritten(): boolean {
    return this.#read() === this.#written;
  }

  protected takeRest(): void {
    this.#rest = this.#read();
    this.#written = this.#rest;
  }

  protected putRest(): void {
    this.#write(this.#rest);
  }

  protected clear(): void {
    this.#weight = 0;
  }

  protected fillUp(): void {
    if (1 - this.#weight >= enough) this.#blend = this.#rest;
  }

  protected put(): void {
    if (this.#blend === this.#written) return;
    this.#write(this.#blend);
    this.#written = this.#read();
  }

  #read(): Json {
    return unlessGone(() => this.#property.read(this.#object) as Json) ?? null;
  }

  #write(value: Json): void {
    unlessGone(() => this.#property.write(this.#object, value as never));
  }
}
