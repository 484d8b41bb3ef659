import { Fault } from '#spec/errors.ts';
import { systemScheduler } from '../frame/scheduler.ts';
import { createLateAnswers } from './late-answers.ts';
import { failureOf, noController } from './questions.ts';
import { createMissed } from './missed.ts';
import type { Scheduler } from '../frame/scheduler.ts';
import type { RuntimeLink, RuntimeListener, RuntimeTarget } from './protocol.ts';

/** A link that whoever hosts the service can unplug, as one between two processes may be cut. */
export interface PluggableLink extends RuntimeLink {
  /** Does nothing where there is no runtime. */
  connect(): void;
  disconnect(): void;
}

/** Milliseconds that a command may take where nobody says otherwise (register: C-09). */
const usualTimeoutMs = 10_000;

/** The link to a runtime in the same process; up from the start. */
export const createInProcessLink = (
  target: RuntimeTarget,
  scheduler: Scheduler = systemScheduler,
): PluggableLink => {
  const listeners: RuntimeListener[] = [];
  const changes: Parameters<RuntimeLink['onChange']>[0][] = [];
  const missed = createMissed();
  const lateAnswers = createLateAnswers(scheduler);
  let connected = true;
  let sceneNames: readonly string[] | undefined;

  const hand: RuntimeListener['events'] = (batch) => {
    for (const { events } of listeners) events(batch);
  };
  const handScenes = (): void => {
    if (!connected || !sceneNames) return;
    for (const { scenes } of listeners) scenes?.(sceneNames);
  };
  const change = (next: boolean): void => {
    if (connected === next) return;
    connected = next;
    // before anybody is told, so that what they ask for then comes behind it
    if (connected) for (const batch of missed.take()) hand(batch);
    else {
      lateAnswers.giveUp(new Fault('RUNTIME_NOT_CONNECTED'));
      for (const id of asked) refuse(id, new Fault('RUNTIME_NOT_CONNECTED'));
      asked.clear();
    }
    handScenes();
    for (const changed of changes) changed(connected, 'embedded');
  };
  /** What was asked and is not answered yet. */
  const asked = new Set<number>();
  const refuse = (id: number, fault: Fault): void => {
    const failure = failureOf(fault);
    target.betweenTicks(() => target.execute('question.answer', { id, failure }));
  };
  target.listen({
    asked(question) {
      if (!connected) return refuse(question.id, new Fault('RUNTIME_NOT_CONNECTED'));
      if (!listeners.some((listener) => listener.asked)) return refuse(question.id, noController(question));
      asked.add(question.id);
      for (const listener of listeners) listener.asked?.(question);
    },
    events: (batch) => (connected ? hand(batch) : missed.add(batch)),
    scenes(names) {
      sceneNames = names;
      handScenes();
    },
  });

  return {
    get connected() {
      return connected;
    },
    // async, so that what the runtime throws is a rejection here as it would be from another process
    request: async (command, params, { timeoutMs = usualTimeoutMs } = {}) =>
      new Promise((resolve, reject) => {
        const begin = (): void =>
          target.betweenTicks(() => {
            try {
              if (!connected) throw new Fault('RUNTIME_NOT_CONNECTED');
              const prepared = target.prepare(command, params);
              if (prepared) {
                lateAnswers.wait(prepared, timeoutMs).then(begin, reject);
                return;
              }
              if ('id' in params && command === 'question.answer') asked.delete(params.id);
              const answer = target.execute(command, params);
              resolve(answer instanceof Promise ? lateAnswers.wait(answer, timeoutMs) : answer);
            } catch (failure) {
              reject(failure);
            }
          });
        begin();
      }),
    listen: (listener) => void listeners.push(listener),
    onChange: (changed) => void changes.push(changed),
    connect: () => change(true),
    disconnect: () => change(false),
  };
};

/** The link when there is no runtime. */
export const createNoLink = (): PluggableLink => ({
  connected: false,
  request: async () => {
    throw new Fault('RUNTIME_NOT_CONNECTED');
  },
  listen() {},
  onChange() {},
  connect() {},
  disconnect() {},
});
