import { type ReadonlySignal, signal } from '@preact/signals';
import { type ActionName, SceneRuntimeError } from '#spec/client/index.ts';
import type { ParameterValues } from './parameter-form.ts';
import type { Session } from '../session/session.ts';

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
  readonly parameters: ParameterValues;
  readonly result?: Readonly<Record<string, unknown>>;
  /** The tick in which the action ran. */
  readonly tick?: number | undefined;
  readonly error?: RunError;
  /** The time from the request to the response, in milliseconds. */
  readonly durationMs: number;
}

/** The actions that were run from this page, latest first. */
export interface ActionRuns {
  readonly list: ReadonlySignal<readonly ActionRun[]>;
  run(action: string, parameters: ParameterValues): Promise<ActionRun>;
}

const maxRuns = 50;

export const createActionRuns = (hub: Session['hub']): ActionRuns => {
  const list = signal<readonly ActionRun[]>([]);
  let lastId = 0;

  const perform = async (
    action: string,
    parameters: ParameterValues,
  ): Promise<Pick<ActionRun, 'result' | 'tick' | 'error'>> => {
    try {
      if (!hub.value) throw new Error('Not connected to the hub.');
      // the service's schema, not the static types, determines which actions and parameters exist
      const { result, tick } = await hub.value.act(action as ActionName, parameters as never);
      return { result, tick };
    } catch (failure) {
      return { error: toRunError(failure) };
    }
  };
  return {
    list,
    async run(action, parameters) {
      const startedAt = performance.now();
      const outcome = await perform(action, parameters);
      lastId += 1;
      const run: ActionRun = {
        id: lastId,
        action,
        parameters,
        ...outcome,
        durationMs: performance.now() - startedAt,
      };
      list.value = [run, ...list.value].slice(0, maxRuns);
      return run;
    },
  };
};

const toRunError = (failure: unknown): RunError =>
  failure instanceof SceneRuntimeError
    ? { code: failure.code, message: failure.message, parameter: failure.details?.parameter }
    : { code: undefined, message: String(failure), parameter: undefined };
