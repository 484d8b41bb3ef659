import type { EventData, EventType } from '#spec/events.ts';
import type { Json } from '#spec/values.ts';
import type { ConsoleLine, Entry } from '../link/console.ts';
import type { ClockControl } from '../frame/clock.ts';
import type { Scene } from '../scene/scene.ts';
import type { Tweens } from '../scene/tweens.ts';

/** Raises an event of the runtime; tick and time are added by the runtime. */
export type Raise = <T extends EventType>(
  type: T,
  data: EventData<T>,
  about?: { graphId?: string; nodeId?: string; object?: string; group?: string; clip?: string },
) => void;

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
