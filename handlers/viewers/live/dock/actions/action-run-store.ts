import { signal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { ActionName, SceneHub } from '#spec/client/index.ts';

/** The error that the service returned for a failed action. */
interface RunError {
  readonly code: string | undefined;
  readonly message: string;
  /** The name of the parameter that caused the error. */
  readonly parameter: unknown;
}

/** An action that was sent to the service, and its result. */
export interface ActionRun {
  readonly id: number;
  readonly action: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: RunError;
  /** The time from the request to the response, in milliseconds. */
  readonly durationMs: number;
}

/** The actions that were run from this page, latest first. */
export interface ActionRuns {
  readonly list: ReadonlySignal<readonly ActionRun[]>;
  /** Sends an action through the hub. */
  run(action: string, parameters: Readonly<Record<string, unknown>>): Promise<void>;
}

const maxRuns = 50;

export const createActionRuns = (
  hub: ReadonlySignal<Pick<SceneHub, 'act'> | undefined>,
  now: () => number = () => performance.now(),
): ActionRuns => {
  const list = signal<readonly ActionRun[]>([]);
  let lastId = 0;

  const perform = async (
    action: string,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<Pick<ActionRun, 'result' | 'error'>> => {
    try {
      if (!hub.value) throw new Error('Not connected to the hub.');
      // the service's schema, not the static types, determines which actions and parameters exist
      const { result } = await hub.value.act(action as ActionName, parameters as never);
      return { result };
    } catch (failure) {
      return { error: toRunError(failure) };
    }
  };
  return {
    list,
    async run(action, parameters) {
      const startedAt = now();
      const outcome = await perform(action, parameters);
      lastId += 1;
      const run = { id: lastId, action, parameters, ...outcome, durationMs: now() - startedAt };
      list.value = [run, ...list.value].slice(0, maxRuns);
    },
  };
};

const toRunError = (failure: unknown): RunError =>
  failure instanceof SceneRuntimeError
    ? { code: failure.code, message: failure.message, parameter: failure.details?.parameter }
    : { code: undefined, message: String(failure), parameter: undefined };
