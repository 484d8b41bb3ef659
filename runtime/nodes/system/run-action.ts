import { findActionByName, getAction, describeUnknownAction } from '#spec/actions/find-action.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { ApiError } from '#spec/errors.ts';
import { createParameterPorts } from '../dsl/action-ports.ts';
import { type ActionCall, loadRequiredAssets } from '../dsl/load-required-assets.ts';
import { defineFlowNode } from '../dsl/define-node.ts';
import { projectDropdown, generic, string, trigger } from '../dsl/ports.ts';
import type { Json } from '#spec/values.ts';
import type { Job } from '../dsl/handler-context.ts';
import type { RunAction } from '../../actions/action-handler.ts';

/** A type, not an interface: it is also a JSON value to the compiler. */
type ActionResult = { readonly result: Json } | { readonly error: string };

interface ResultOutputs {
  readonly outputs: { Result: Json; Error: string };
  readonly emit: { readonly Done: () => void; readonly Failed: () => void };
  isConnected(output: 'Failed'): boolean;
  warnOnce(message: string): void;
}

/** Parameters from `Parameters` as one object, and from the port of each parameter, which wins. */
const collectParameters = ({
  Action,
  Parameters,
  ...single
}: Record<string, Json>): Record<string, Json> => ({
  ...(Parameters !== null && typeof Parameters === 'object' && !Array.isArray(Parameters) ? Parameters : {}),
  ...single,
});

export const runActionNode = defineFlowNode({
  description:
    'Runs a direct action at once and fires Out. In the next frame Done fires with the Result of the action, or Failed with the Error message; when the action needs the file of an asset that has not been read yet, it runs once that is done, and Done or Failed fires then; when the result of the action takes longer, such as that of a capture of the picture, they fire in the frame after it has come. Once an action is chosen, Parameters gives way to one port per parameter, named like it; ports that are neither written nor wired leave the parameter out. An action that would make more objects or tweens than the runtime holds fails, with one console error per run of the graph. Where Failed leads nowhere, the first Error of a run is a console warning. When the graph stops there is no next frame: what OnStop triggers fires neither, and an action that fails then is a console warning.',
  inputs: {
    In: trigger,
    Action: projectDropdown('actions', { affectsNodePorts: true }),
    Parameters: generic({}),
  },
  outputs: { Out: trigger, Done: trigger, Failed: trigger, Result: generic(), Error: string() },
  portsFor: ({ Action }, declared) => {
    const parameters = typeof Action === 'string' ? createParameterPorts(Action) : undefined;
    if (!parameters) return declared;
    return declared.flatMap((port) => (port.name === 'Parameters' ? parameters : [port]));
  },
  state: () => ({ endings: [] as ActionResult[] }),
  on: {
    In: (context) => {
      const { inputs, state, getSetInputs, emit, schedule, startJob, graph, warnOnce } = context;
      const call = createActionCall(inputs.Action, collectParameters(getSetInputs()));
      if ('error' in call || !loadRequiredAssets(call, context)) {
        const ending = 'error' in call ? call : startAction(call, context.runAction);
        if (typeof ending === 'function') {
          startJob(ending);
        } else if (!graph.isStopping) {
          state.endings.push(ending);
          schedule(0, 'Parallel');
        } else if ('error' in ending) {
          warnOnce(ending.error);
        }
      }
      emit.Out();
    },
  },
  due: (context) => {
    const ending = context.state.endings.shift();
    if (ending) fireResult(ending, context);
  },
  done: (context, came: ActionCall | ActionResult) => {
    const ending = 'action' in came ? startAction(came, context.runAction) : came;
    if (typeof ending === 'function') context.startJob(ending);
    else fireResult(ending, context);
  },
});

const createActionCall = (
  name: string,
  sent: Record<string, Json>,
): ActionCall | { readonly error: string } => {
  const action = findActionByName(name);
  if (!action) return { error: name === '' ? 'No action is chosen.' : describeUnknownAction(name) };
  try {
    return { action: action.name, parameters: parseParameters(action, sent) as Record<string, Json> };
  } catch (failure) {
    if (failure instanceof ApiError) return { error: failure.reason };
    throw failure;
  }
};

/** How it ended or, of an action whose result comes later, the job of waiting for that. */
const startAction = ({ action, parameters }: ActionCall, run: RunAction): ActionResult | Job => {
  try {
    const outcome = run(getAction(action).spec, parameters);
    return outcome instanceof Promise ? createWaitJob(outcome) : { result: outcome as Json };
  } catch (failure) {
    if (failure instanceof ApiError) return { error: failure.reason };
    throw failure;
  }
};

/** Failures are heard at once, also when the job is never begun. */
const createWaitJob = (outcome: Promise<unknown>): Job => {
  const ending: Promise<ActionResult> = outcome.then(
    (result) => ({ result: result as Json }),
    (failure) => ({ error: failure instanceof ApiError ? failure.reason : String(failure) }),
  );
  return (finish) => void ending.then(finish);
};

/** What nobody would hear of is told on the console, once a run. */
const fireResult = (ending: ActionResult, { outputs, emit, isConnected, warnOnce }: ResultOutputs): void => {
  if ('result' in ending) {
    outputs.Result = ending.result;
    outputs.Error = '';
    emit.Done();
  } else {
    outputs.Result = null;
    outputs.Error = ending.error;
    emit.Failed();
    if (!isConnected('Failed')) warnOnce(ending.error);
  }
};
