import type { Json } from '#spec/values.ts';
import type { ConsoleLine, Entry } from '../link/console.ts';
import type { ClockControl } from '../frame/clock.ts';
import type { Raise } from '../link/raise.ts';
import type { Scene } from '../scene/scene.ts';
import type { Tweens } from '../scene/tweens.ts';

/** Everything that the body of a direct action works with. */
export interface ActionContext {
  readonly scene: Scene;
  readonly tweens: Tweens;
  readonly clock: ClockControl;
  readonly raise: Raise;
  log(line: ConsoleLine): Entry;
  /** The value of a global variable by name, undefined when there is none. */
  variable(name: string): Json | undefined;
}
