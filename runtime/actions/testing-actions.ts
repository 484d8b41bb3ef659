import { findActionByName } from '#spec/actions/find-action.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { ApiError } from '#spec/errors.ts';
import { createTestRuntime as createRuntime, createTestVariable } from '../engine/testing-runtime.ts';
import type { Json } from '#spec/values.ts';
import type { Limits } from '../engine/execution-limits.ts';
import type { RaisedEvent } from '../link/runtime-link.ts';

type TestEvent = Pick<RaisedEvent, 'type' | 'data'> & { readonly object: RaisedEvent['object'] | undefined };

/** Creates a runtime for testing actions. Its time advances only when the test steps it. */
export const createActionTestRuntime = ({
  variables = {},
  limits = {},
}: {
  readonly variables?: Readonly<Record<string, Json>>;
  readonly limits?: Partial<Limits>;
} = {}) => {
  const { scene, execute, step, listen, put } = createRuntime({ limits });
  put(...Object.entries(variables).map(([name, value]) => createTestVariable(name, value)));

  /** All events except console entries. */
  const events: TestEvent[] = [];
  /** Console entries without ids and timestamps. */
  const lines: Record<string, unknown>[] = [];
  listen({
    onEvents(batch) {
      for (const { type, data, object } of batch) {
        if (type !== 'console.log') events.push({ type, data, object });
        else lines.push({ ...data, id: undefined, timestamp: undefined, contextType: undefined });
      }
    },
  });

  /** Runs an action in the same way as a client would, and checks the response against the declared result. */
  const act = (name: string, parameters: Record<string, unknown> = {}): Record<string, unknown> => {
    const action = findActionByName(name);
    const parsed = action ? parseParameters(action, parameters) : parameters;
    const { result } = execute('action.run', { action: name, parameters: parsed });
    return action ? action.spec.result.strict().parse(result) : result;
  };

  /** Runs an action that must fail, and returns its error. */
  const failure = (name: string, parameters: Record<string, unknown> = {}): ApiError => {
    try {
      act(name, parameters);
    } catch (thrown) {
      if (thrown instanceof ApiError) return thrown;
      throw thrown;
    }
    throw new Error(`${name} did not fail`);
  };

  return { scene, act, failure, advance: step, events, lines };
};
