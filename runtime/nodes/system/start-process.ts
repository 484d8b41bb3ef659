import { actions } from '#spec/actions/index.ts';
import { ApiError } from '#spec/errors.ts';
import { defineFlowNode } from '../dsl/define-node.ts';
import { integer, string, trigger } from '../dsl/ports.ts';
import type { FlowContext, Job } from '../dsl/handler-context.ts';

/**
 * Splits a command line into arguments, which are separated by white space. Quotes keep parts with white space together
 * and are removed. A backslash is literal, as in paths, unless it is followed by a quote.
 */
export const parseCommandLine = (line: string): string[] => {
  const args: string[] = [];
  let argument: string | undefined;
  let quote: string | undefined;
  for (let index = 0; index < line.length; index += 1) {
    const isEscape = line[index] === '\\' && (line[index + 1] === '"' || line[index + 1] === "'");
    if (isEscape) index += 1;
    const character = line.charAt(index);
    if (!isEscape && character === quote) quote = undefined;
    else if (!isEscape && quote === undefined && (character === '"' || character === "'")) {
      quote = character;
      argument ??= '';
    } else if (quote === undefined && /\s/.test(character)) {
      if (argument !== undefined) args.push(argument);
      argument = undefined;
    } else argument = (argument ?? '') + character;
  }
  if (argument !== undefined) args.push(argument);
  return args;
};

const inputs = { In: trigger, Path: string(), Arguments: string(), WorkingDirectory: string() };
const outputs = {
  Out: trigger,
  Loaded: trigger,
  Exited: trigger,
  Failed: trigger,
  ProcessId: integer(),
  ExitCode: integer(),
};

/** These are type aliases instead of interfaces so that the compiler accepts them as JSON values. */
type StartOutcome = { readonly processId: number } | { readonly error: string };
type ProcessState = { readonly loaded: Set<number> };
type Context = FlowContext<typeof inputs, typeof outputs, ProcessState>;

const createStartJob = ({ inputs: { Path, Arguments, WorkingDirectory }, runAction }: Context): Job => {
  const started = runAction(actions.process.start, {
    ...{ path: Path, arguments: parseCommandLine(Arguments), environment: {} },
    workingDirectory: WorkingDirectory === '' ? undefined : WorkingDirectory,
  });
  const outcome: Promise<StartOutcome> = started.then(
    ({ processId }) => ({ processId }),
    (failure) => ({ error: failure instanceof ApiError ? failure.reason : String(failure) }),
  );
  return (finish) => void outcome.then(finish);
};

/** Fires the outputs for events that a process has already caused, and waits for later events. */
const reportProcess = (
  processId: number,
  { runtime, state, outputs, emit, awaitCompletion }: Context,
): void => {
  const record = runtime.processes.find(processId);
  outputs.ProcessId = processId;
  if (record && !state.loaded.has(processId)) {
    state.loaded.add(processId);
    emit.Loaded();
  }
  if (record?.exitCode == null) {
    awaitCompletion(String(processId), 'processId', ['process.loaded', 'process.exited']);
    return;
  }
  state.loaded.delete(processId);
  outputs.ExitCode = record.exitCode;
  emit.Exited();
};

export const startProcessNode = defineFlowNode({
  description:
    'Starts a program in one of the folders that the settings allow, and fires Out. Loaded fires in the frame after it is loaded, with its ProcessId, and Exited in the frame after it has ended, with its ExitCode, each once for every process that was started. Failed fires instead when it cannot be started; the reason is logged. Path is an absolute path, or the name of a program in such a folder. Arguments are separated by white space, and quotes keep them together. WorkingDirectory defaults to the folder of the program. When the graph stops the process continues, and the node no longer reports it.',
  inputs,
  outputs,
  state: (): ProcessState => ({ loaded: new Set() }),
  on: {
    In: (context) => {
      if (!context.graph.isStopping) context.startJob(createStartJob(context));
      context.emit.Out();
    },
  },
  done: (context, outcome: StartOutcome) => {
    if ('processId' in outcome) return reportProcess(outcome.processId, context);
    context.warnOnce(outcome.error);
    context.emit.Failed();
  },
  ended: (context, { id }) => reportProcess(Number(id), context),
});
