import { actionNamed, findAction, noActionNamed } from '#spec/actions/find.ts';
import { parseParameters } from '#spec/actions/parse.ts';
import { Fault } from '#spec/errors.ts';
import { actionParameterPorts } from '../grammar/action-ports.ts';
import { type ActionCall, awaitAssets } from '../grammar/await-assets.ts';
import { node } from '../grammar/node.ts';
import { choiceOf, generic, string, trigger } from '../grammar/ports.ts';
import type { Json } from '#spec/values.ts';
import type { Job } from '../grammar/context.ts';
import type { RunAction } from '../../actions/body.ts';

/** A type, not an interface: it is also a JSON value to the compiler. */
type Ending = { readonly result: Json } | { readonly error: string };

interface Telling {
  readonly outputs: { Result: Json; Error: string };
  readonly emit: { readonly Done: () => void; readonly Failed: () => void };
  leads(output: 'Failed'): boolean;
  warnOnce(message: string): void;
}

/** Parameters from `Parameters` as one object, and from the port of each parameter, which wins. */
const collect = ({ Action, Parameters, ...single }: Record<string, Json>): Record<string, Json> => ({
  ...(Parameters !== null && typeof Parameters === 'object' && !Array.isArray(Parameters) ? Parameters : {}),
  ...single,
});

export const runAction = node({
  description:
    'Runs a direct action at once and fires Out. In the next frame Done fires with the Result of the action, or Failed with the Error message; when the action needs the file of an asset that has not been read yet, it runs once that is done, and Done or Failed fires then; when the result of the action takes longer, such as that of a capture of the picture, they fire in the frame after it has come. Once an action is chosen, Parameters gives way to one port per parameter, named like it; ports that are neither written nor wired leave the parameter out. An action that would make more objects or tweens than the runtime holds fails, with one console error per run of the graph. Where Failed leads nowhere, the first Error of a run is a console warning. When the graph stops there is no next frame: what OnStop triggers fires neither, and an action that fails then is a console warning.',
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
      const { inputs, state, given, emit, schedule, launch, graph, warnOnce } = context;
      const call = callOf(inputs.Action, collect(given()));
      if ('error' in call || !awaitAssets(call, context)) {
        const ending = 'error' in call ? call : attempt(call, context.runAction);
        if (typeof ending === 'function') {
          launch(ending);
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
    if (ending) tell(ending, context);
  },
  done: (context, came: ActionCall | Ending) => {
    const ending = 'action' in came ? attempt(came, context.runAction) : came;
    if (typeof ending === 'function') context.launch(ending);
    else tell(ending, context);
  },
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

/** How it ended or, of an action whose result comes later, the job of waiting for that. */
const attempt = ({ action, parameters }: ActionCall, run: RunAction): Ending | Job => {
  try {
    const outcome = run(findAction(action).spec, parameters);
    return outcome instanceof Promise ? waitingFor(outcome) : { result: outcome as Json };
  } catch (failure) {
    if (failure instanceof Fault) return { error: failure.reason };
    throw failure;
  }
};

/** Failures are heard at once, also when the job is never begun. */
const waitingFor = (outcome: Promise<unknown>): Job => {
  const ending: Promise<Ending> = outcome.then(
    (result) => ({ result: result as Json }),
    (failure) => ({ error: failure instanceof Fault ? failure.reason : String(failure) }),
  );
  return (finish) => void ending.then(finish);
};

/** What nobody would hear of is told on the console, once a run. */
const tell = (ending: Ending, { outputs, emit, leads, warnOnce }: Telling): void => {
  if ('result' in ending) {
    outputs.Result = ending.result;
    outputs.Error = '';
    emit.Done();
  } else {
    outputs.Result = null;
    outputs.Error = ending.error;
    emit.Failed();
    if (!leads('Failed')) warnOnce(ending.error);
  }
};
