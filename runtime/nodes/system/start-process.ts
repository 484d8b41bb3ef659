import { actions } from '#spec/actions/index.ts';
import { ApiError } from '#spec/errors.ts';
import { defineFlowNode } from '../dsl/define-node.ts';
import { integer, string, trigger } from '../dsl/ports.ts';
import { parseCommandLine } from './parse-command-line.ts';
import type { FlowContext, Job } from '../dsl/handler-context.ts';

const inputs = { In: trigger, Path: string(), Arguments: string(), WorkingDirectory: string() };
const outputs = {
  Out: trigger,
  Loaded: trigger,
  Exited: trigger,
  Failed: trigger,
  ProcessId: integer(),
  ExitCode: integer(),
};

/** Types, not interfaces: they are also JSON values to the compiler. */
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

/** Tells what the runtime knows of a process by now, and waits for the rest. */
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
    'Starts a program in one of the folders that the settings allow, and fires Out. Loaded fires in the frame after it is loaded, with its ProcessId, and Exited in the frame after it has ended, with its ExitCode, each once for every process that was started; Failed fires instead when it cannot be started, and the console tells why. Path is an absolute path, or the name of a program in such a folder. Arguments are parted by white space, which quotes keep together. WorkingDirectory is the folder of the program when it is empty. When the graph stops the process goes on, and nothing is told of it any more.',
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
