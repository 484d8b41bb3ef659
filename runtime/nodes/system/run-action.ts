import { findActionByName, describeUnknownAction } from '#spec/actions/find-action.ts';
import { ApiError } from '#spec/errors.ts';
import { createParameterPorts } from '../dsl/action-ports.ts';
import { type ActionCall, createActionCall, loadRequiredAssets } from '../dsl/handler-helpers.ts';
import { defineFlowNode } from '../dsl/define-node.ts';
import { projectDropdown, generic, string, trigger } from '../dsl/ports.ts';
import type { NamedAction } from '#spec/actions/index.ts';
import type { Json } from '#spec/values.ts';
import type { Job } from '../dsl/handler-context.ts';
import type { RunAction } from '../../runtime-services.ts';

type FindAction = (name: string) => NamedAction | undefined;

/** This is a type alias instead of an interface so that the compiler accepts it as a JSON value. */
type ActionResult = { readonly result: Json } | { readonly error: string };

interface ResultOutputs {
  readonly outputs: { Result: Json; Error: string };
  readonly emit: { readonly Done: () => void; readonly Failed: () => void };
  isConnected(output: 'Failed'): boolean;
  warnOnce(message: string): void;
}

/**
 * Collects the parameters from the object in `Parameters` and from the ports of individual parameters, which take
 * precedence.
 */
const collectParameters = ({
  Action,
  Parameters,
  ...single
}: Record<string, Json>): Record<string, Json> => ({
  ...(Parameters !== null && typeof Parameters === 'object' && !Array.isArray(Parameters) ? Parameters : {}),
  ...single,
});

/**
 * Declares the node RunAction.
 * @param findAction finds the actions that the runtime has
 */
export const createRunActionNode = (findAction: FindAction) =>
  defineFlowNode({
    description:
      'Runs a direct action at once and fires Out. In the next frame Done fires with the Result of the action, or Failed with the Error message. When the action needs the file of an asset that is not loaded yet, it runs once the file is; when its result takes longer, as with a capture of the picture, Done or Failed fires in the frame after the result. Once an action is chosen, one port per parameter replaces Parameters; ports that are neither set nor connected leave the parameter out. An action that exceeds the maximum number of objects or tweens fails, with one console error per run of the graph. When Failed is not connected, the first Error of a run is a console warning. When the graph stops there is no next frame: neither fires for what OnStop triggers, and an action that fails then is a console warning.',
    inputs: {
      In: trigger,
      Action: projectDropdown('actions', { affectsNodePorts: true }),
      Parameters: generic({}),
    },
    outputs: { Out: trigger, Done: trigger, Failed: trigger, Result: generic(), Error: string() },
    portsFor: ({ Action }, declared, project) => {
      const find = project?.findAction ?? findAction;
      const action = typeof Action === 'string' ? find(Action) : undefined;
      if (!action) return declared;
      return declared.flatMap((port) => (port.name === 'Parameters' ? createParameterPorts(action) : [port]));
    },
    state: (): { endings: ActionResult[] } => ({ endings: [] }),
    on: {
      In: (context) => {
        const { inputs, state, getSetInputs, emit, schedule, startJob, graph, warnOnce } = context;
        const call = tryCreateActionCall(findAction, inputs.Action, collectParameters(getSetInputs()));
        if ('error' in call || !loadRequiredAssets(call, context)) {
          const resultOrJob = 'error' in call ? call : startAction(findAction, call, context.runAction);
          if (typeof resultOrJob === 'function') {
            startJob(resultOrJob);
          } else if (!graph.isStopping) {
            state.endings.push(resultOrJob);
            schedule(0, 'Parallel');
          } else if ('error' in resultOrJob) {
            warnOnce(resultOrJob.error);
          }
        }
        emit.Out();
      },
    },
    due: (context) => {
      const result = context.state.endings.shift();
      if (result) fireResult(result, context);
    },
    done: (context, job: ActionCall | ActionResult) => {
      const resultOrJob = 'action' in job ? startAction(findAction, job, context.runAction) : job;
      if (typeof resultOrJob === 'function') context.startJob(resultOrJob);
      else fireResult(resultOrJob, context);
    },
  });

export const runActionNode = createRunActionNode(findActionByName);

const tryCreateActionCall = (
  findAction: FindAction,
  name: string,
  rawParameters: Record<string, Json>,
): ActionCall | { readonly error: string } => {
  const action = findAction(name);
  if (!action) return { error: name === '' ? 'No action is chosen.' : describeUnknownAction(name) };
  try {
    return createActionCall(action, rawParameters);
  } catch (failure) {
    if (failure instanceof ApiError) return { error: failure.reason };
    throw failure;
  }
};

/** Runs an action. Returns the action's result or, if the result is a promise, a job that waits for it. */
const startAction = (
  findAction: FindAction,
  { action: name, parameters }: ActionCall,
  run: RunAction,
): ActionResult | Job => {
  const action = findAction(name);
  if (!action) return { error: describeUnknownAction(name) };
  try {
    const result = run(action.spec, parameters);
    return result instanceof Promise ? createWaitJob(result) : { result: result as Json };
  } catch (failure) {
    if (failure instanceof ApiError) return { error: failure.reason };
    throw failure;
  }
};

/**
 * Creates a job that waits for a response. Rejections are handled immediately, because the job may never be started.
 */
const createWaitJob = (response: Promise<unknown>): Job => {
  const settled: Promise<ActionResult> = response.then(
    (result) => ({ result: result as Json }),
    (failure) => ({ error: failure instanceof ApiError ? failure.reason : String(failure) }),
  );
  return (finish) => void settled.then(finish);
};

/** Fires the output for the result. If no node receives an error, the error is logged once per run. */
const fireResult = (result: ActionResult, { outputs, emit, isConnected, warnOnce }: ResultOutputs): void => {
  if ('result' in result) {
    outputs.Result = result.result;
    outputs.Error = '';
    emit.Done();
  } else {
    outputs.Result = null;
    outputs.Error = result.error;
    emit.Failed();
    if (!isConnected('Failed')) warnOnce(result.error);
  }
};
