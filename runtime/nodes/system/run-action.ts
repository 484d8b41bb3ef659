import { actionNamed, noActionNamed } from '#spec/actions/find.ts';
import { parseParameters } from '#spec/actions/parse.ts';
import { Fault } from '#spec/errors.ts';
import { actionParameterPorts } from '../grammar/action-ports.ts';
import { node } from '../grammar/node.ts';
import { choiceOf, generic, string, trigger } from '../grammar/ports.ts';
import type { Json } from '#spec/values.ts';
import type { Job } from '../grammar/context.ts';
import type { RunAction } from '../../actions/body.ts';

/** A type, not an interface: it is also a JSON value to the compiler. */
type Ending = { readonly result: Json } | { readonly error: string };

/** Parameters from `Parameters` as one object, and from the port of each parameter, which wins. */
const collect = ({ Action, Parameters, ...single }: Record<string, Json>): Record<string, Json> => ({
  ...(Parameters !== null && typeof Parameters === 'object' && !Array.isArray(Parameters) ? Parameters : {}),
  ...single,
});

export const runAction = node({
  description:
    'Runs a direct action at once and fires Out. In the next frame Done fires with the Result of the action, or Failed with the Error message; for an action whose result takes longer, such as a capture of the picture, in the frame after that has come. Once an action is chosen, Parameters gives way to one port per parameter, named like it; ports that are neither written nor wired leave the parameter out. An action that would make more objects or tweens than the runtime holds fails, with one console error per run of the graph. When the graph stops there is no next frame: what OnStop triggers fires neither, and an action that fails then is a console warning.',
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
    In: ({ inputs, state, given, emit, schedule, launch, runAction, graph, warnOnce }) => {
      const ending = attempt(inputs.Action, collect(given()), runAction);
      if (typeof ending === 'function') {
        launch(ending);
      } else if (!graph.isStopping) {
        state.endings.push(ending);
        schedule(0, 'Parallel');
      } else if ('error' in ending) {
        warnOnce(ending.error);
      }
      emit.Out();
    },
  },
  due: ({ state, outputs, emit }) => {
    const ending = state.endings.shift();
    if (ending) tell(ending, outputs, emit);
  },
  done: ({ outputs, emit }, ending: Ending) => tell(ending, outputs, emit),
});

const tell = (
  ending: Ending,
  outputs: { Result: Json; Error: string },
  emit: { readonly Done: () => void; readonly Failed: () => void },
): void => {
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

/** How it ended or, of an action whose result comes later, the job of waiting for that. */
const attempt = (name: string, parameters: Record<string, Json>, run: RunAction): Ending | Job => {
  const action = actionNamed(name);
  if (!action) return { error: name === '' ? 'No action is chosen.' : noActionNamed(name) };
  try {
    const outcome = run(action.spec, parseParameters(action, parameters));
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
