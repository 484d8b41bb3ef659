/** What a rig moves: one property of one thing, and the blend of all that moves it. */

/**
 * One property in the course of a pose: `begin`, then whatever sounds, then `write`. Base voices come before additive
 * ones. A class, because there are thousands of them, which are gone through in every step.
 */
export abstract class Channel {
  readonly name: string;
  /** The pose in which it was moved last. */
  pose = 0;
  /** Whether the last pose has moved it. */
  isMoved = false;
  #isSettled = true;

  constructor(name: string) {
    this.name = name;
  }

  /** Notes what the property is where nobody has moved it: before the first voice, or since somebody else wrote it. */
  begin(pose: number): void {
    this.pose = pose;
    this.#isSettled = false;
    if (!this.isMoved || !this.isAsWritten()) this.takeRest();
    this.isMoved = true;
    this.clear();
  }

  /** Fills base voices up with what the property is without them; additive voices go on top of that. */
  settle(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.fillUp();
  }

  /** Writes the blend. */
  write(): void {
    this.settle();
    this.put();
  }

  /** Puts the property back to what it is when nothing moves it, unless somebody else has written it. */
  release(): void {
    if (this.isMoved && this.isAsWritten()) this.putRest();
    this.isMoved = false;
  }

  abstract state(): unknown;
  /** Whether the property still is what was written last. */
  protected abstract isAsWritten(): boolean;
  protected abstract takeRest(): void;
  protected abstract putRest(): void;
  /** Forgets the base voices of the last pose. */
  protected abstract clear(): void;
  /** Takes of what the property is without base voices as much as their weights leave to 1. */
  protected abstract fillUp(): void;
  protected abstract put(): void;
}
