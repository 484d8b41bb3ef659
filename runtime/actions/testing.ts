import { actionNamed } from '#spec/actions/find.ts';
import { parseParameters } from '#spec/actions/parse.ts';
import { Fault } from '#spec/errors.ts';
import { defaultLimits } from '../engine/limits.ts';
import { createDefaultScene } from '../scene/default-scene.ts';
import { createTweens } from '../scene/tweens.ts';
import { createRaise } from '../link/raise.ts';
import { createActionRunner } from './index.ts';
import type { Json } from '#spec/values.ts';
import type { ConsoleLine } from '../link/console.ts';
import type { Limits } from '../engine/limits.ts';
import type { RaisedEvent } from '../link/protocol.ts';
import type { ClockControl } from '../frame/clock.ts';

type Raised = Omit<RaisedEvent, 'tick' | 'time'>;

/** A real scene with its actions, whose time passes only when the test says so. */
export const createStage = ({
  variables = {},
  limits = defaultLimits,
}: {
  readonly variables?: Readonly<Record<string, Json>>;
  readonly limits?: Pick<Limits, 'objects' | 'tweens'>;
} = {}) => {
  const events: Raised[] = [];
  const lines: ConsoleLine[] = [];
  const scene = createDefaultScene(limits.objects);
  const time = { tick: 0, time: 0, fixedStep: 1 / 60, scale: 1, paused: false };
  const raise = createRaise(time, ({ tick: _, time: __, ...event }) => void events.push(event));
  const tweens = createTweens({ scene, mostTweens: limits.tweens, raise });
  const advance = (ticks: number): void => {
    for (let i = 0; i < ticks; i += 1) {
      const deltaTime = time.fixedStep * time.scale;
      time.tick += 1;
      time.time += deltaTime;
      tweens.advance(deltaTime);
      scene.advance(deltaTime);
    }
  };
  const clock: ClockControl = {
    get tick() {
      return time.tick;
    },
    get time() {
      return time.time;
    },
    get deltaTime() {
      return time.fixedStep * time.scale;
    },
    get fixedStep() {
      return time.fixedStep;
    },
    get scale() {
      return time.scale;
    },
    get paused() {
      return time.paused;
    },
    setScale: (scale) => {
      time.scale = scale;
    },
    pause: () => {
      time.paused = true;
    },
    resume: () => {
      time.paused = false;
    },
    step: advance,
  };
  const run = createActionRunner({
    scene,
    tweens,
    clock,
    raise,
    log: (line) => {
      lines.push(line);
      return {
        id: `entry-${lines.length}`,
        timestamp: '2026-01-02T03:04:05.678Z',
        contextType: 'none',
        ...line,
      };
    },
    variable: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
  });

  /** Runs an action as a client would call it; what it answers is checked against its declared result. */
  const act = (name: string, parameters: Record<string, unknown> = {}): Record<string, unknown> => {
    const action = actionNamed(name);
    if (!action) return run(name, parameters);
    return action.spec.result.strict().parse(run(name, parseParameters(action, parameters)));
  };

  /** The code, reason and details with which an action fails. */
  const failure = (name: string, parameters: Record<string, unknown> = {}): Fault => {
    try {
      act(name, parameters);
    } catch (thrown) {
      if (thrown instanceof Fault) return thrown;
      throw thrown;
    }
    throw new Error(`${name} did not fail`);
  };

  return { scene, act, failure, advance, events, lines };
};
