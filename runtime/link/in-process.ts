import { ApiError } from '#spec/errors.ts';
import { systemScheduler } from '../frame/timer-scheduler.ts';
import { cutOff, runtimeFailed } from './late-answers.ts';
import { createTargetEnd } from './target-end.ts';
import type { Scheduler } from '../frame/timer-scheduler.ts';
import type { Question } from './questions.ts';
import type { RuntimeLink, RuntimeListener, RuntimeTarget } from './protocol.ts';

/** A link that whoever hosts the service can unplug, as one between two processes may be cut. */
export interface PluggableLink extends RuntimeLink {
  /** Does nothing where there is no runtime. */
  connect(): void;
  disconnect(): void;
}

/** Milliseconds that a command may take where nobody says otherwise (register: C-09). */
export const usualTimeoutMs = 10_000;

/** The link to a runtime in the same process; up from the start. */
export const createInProcessLink = (
  target: RuntimeTarget,
  scheduler: Scheduler = systemScheduler,
): PluggableLink => {
  const end = createTargetEnd(target, scheduler);
  const listeners: RuntimeListener[] = [];
  const changes: Parameters<RuntimeLink['onChange']>[0][] = [];
  let connected = true;

  const ask = (question: Question): void => {
    for (const { asked } of listeners) asked?.(question);
  };
  const controller: RuntimeListener = {
    events(batch) {
      for (const { events } of listeners) events(batch);
    },
    skipped(count) {
      for (const { skipped } of listeners) skipped?.(count);
    },
    scenes(names) {
      for (const { scenes } of listeners) scenes?.(names);
    },
    idle(graphIds) {
      for (const { idle } of listeners) idle?.(graphIds);
    },
    get asked() {
      return listeners.some(({ asked }) => asked) ? ask : undefined;
    },
  };
  const change = (next: boolean): void => {
    if (connected === next) return;
    connected = next;
    // before anybody is told, so that what they ask for then comes behind it
    if (connected) end.plug(controller);
    else end.unplug(cutOff());
    for (const changed of changes) changed(connected);
  };
  /** An error that is no Fault is a bug of the runtime, not of who asked. */
  const failed = (failure: unknown): never => {
    if (failure instanceof ApiError) throw failure;
    for (const { failed } of listeners) failed?.(failure);
    throw runtimeFailed('the log of the service says why');
  };
  const requestNow: RuntimeLink['requestNow'] = (command, params, { timeoutMs = usualTimeoutMs } = {}) => {
    try {
      const answer = end.request(command, params, { timeoutMs });
      return answer instanceof Promise ? answer.catch(failed) : answer;
    } catch (failure) {
      return failed(failure);
    }
  };
  end.plug(controller);

  return {
    kind: 'embedded',
    get connected() {
      return connected;
    },
    request: async (command, params, options) => requestNow(command, params, options),
    requestNow,
    listen: (listener) => void listeners.push(listener),
    onChange: (changed) => void changes.push(changed),
    // what is in the same process forgets nothing
    onReturn() {},
    connect: () => change(true),
    disconnect: () => change(false),
  };
};

const noRuntime = (): never => {
  throw new ApiError('RUNTIME_NOT_CONNECTED');
};

/** The link when there is no runtime. */
export const createNoLink = (): PluggableLink => ({
  kind: 'embedded',
  connected: false,
  request: async () => noRuntime(),
  requestNow: noRuntime,
  listen() {},
  onChange() {},
  onReturn() {},
  connect() {},
  disconnect() {},
});
