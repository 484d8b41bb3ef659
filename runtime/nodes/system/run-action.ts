import { actionNamed, findAction, noActionNamed } from '#spec/actions/find.ts';
import { parseParameters } from '#spec/actions/parse.ts';
import { Fault } from '#spec/errors.ts';
import { actionParameterPorts } from '../grammar/action-ports.ts';
import { type ActionCall, awaitAssets } from '../grammar/await-assets.ts';
import { node } from '../grammar/node.ts';
import { choiceOf, generic, string, trigger } from '../grammar/ports.ts';
import type { Json } from '#spec/values.ts';
import type { RunAction } from '../../actions/body.ts';

type Ending = { readonly result: Json } | { readonly error: string };

interface Telling {
  readonly outputs: { Result: Json; Error: string };
  readonly emit: { readonly Done: () => void; readonly Failed: () => void };
}

/** Parameters from `Parameters` as one object, and from the port of each parameter, which wins. */
const collect = ({ Action, Parameters, ...single }: Record<string, Json>): Record<string, Json> => ({
  ...(Parameters !== null && typeof Parameters === 'object' && !Array.isArray(Parameters) ? Parameters : {}),
  ...single,
});

export const runAction = node({
  description:
    'Runs a direct action at once and fires Out. In the next frame Done fires with the Result of the action, or Failed with the Error message; when the action needs the file of an asset that has not been read yet, it runs once that is done, and Done or Failed fires then. Once an action is chosen, Parameters gives way to one port per parameter, named like it; ports that are neither written nor wired leave the parameter out. An action that would make more objects or tweens than the runtime holds fails, with one console error per run of the graph. When the graph stops there is no next frame: what OnStop triggers fires neither, and an action that fails then is a console warning.',
  inputs: {
    In: trigger,
    Action: choiceOf('actions', { affectsNodePorts: true }),
    Parameters: generic({}),
  },
  outputs: { Out: trigger, Done: trigger, Failed: trigger, Result: generic(), Error: string() },
  portsFor: ({ Action }, declared) => {
    const parameters = typeof Action === 'string' ? actionParameterPorts(Action) : undefined;
    if (!parameters) return declared;
    return declared.flatMap((port) => (port.name === 'Parameters' ? parameters : [port]));
  },
  state: () => ({ endings: [] as Ending[] }),
  on: {
    In: (context) => {
      const { inputs, state, given, emit, schedule, graph, warnOnce } = context;
      const call = callOf(inputs.Action, collect(given()));
      if ('error' in call || !awaitAssets(call, context)) {
        const ending = 'error' in call ? call : attempt(call, context.runAction);
        if (!graph.isStopping) {
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
    if (ending) tell(ending, context);
  },
  done: (context, call: ActionCall) => tell(attempt(call, context.runAction), context),
});

const callOf = (name: string, sent: Record<string, Json>): ActionCall | { readonly error: string } => {
  const action = actionNamed(name);
  if (!action) return { error: name === '' ? 'No action is chosen.' : noActionNamed(name) };
  try {
    return { action: action.name, parameters: parseParameters(action, sent) as Record<string, Json> };
  } catch (failure) {
    if (failure instanceof Fault) return { error: failure.reason };
    throw failure;
  }
};

const attempt = ({ action, parameters }: ActionCall, run: RunAction): Ending => {
  try {
    return { result: run(findAction(action).spec, parameters) as Json };
  } catch (failure) {
    if (failure instanceof Fault) return { error: failure.reason };
    throw failure;
  }
};

const tell = (ending: Ending, { outputs, emit }: Telling): void => {
  if ('result' in ending) {
    outputs.Result = ending.result;
    outputs.Error = '';
    emit.Done();
  } else {
    outputs.Result = null;
    outputs.Error = ending.error;
    emit.Failed();
  }
};
