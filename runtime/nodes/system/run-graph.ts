import { defineFlowNode } from '../dsl/define-node.ts';
import { boolean, dropdown, projectDropdown, string, trigger } from '../dsl/ports.ts';
import type { CallResult } from '../dsl/handler-context.ts';

interface ResultContext {
  readonly inputs: { readonly Graph: string };
  readonly outputs: { Error: string };
  readonly emit: { readonly Done: () => void; readonly Failed: () => void };
  isConnected(output: 'Failed'): boolean;
  warnOnce(message: string): void;
}

export const runGraphNode = defineFlowNode({
  description:
    'Starts or calls a graph. The input and output variables of the graph are ports of the node. With the mode Start, the graph starts when Run is true and stops otherwise, at the beginning of the next frame, and Out fires; inputs that are set or connected are written to the variables of the graph before it starts. Starting a graph that is running, or stopping one that is not, changes nothing. With the mode Call, each In runs the graph once more, in private, with its own state and variables, as many times at once as there are calls: its Start nodes fire immediately, then Out, and Done fires with the outputs as soon as nothing is left to do, which may be in the same frame. A called graph that waits for events runs until it stops itself with a RunGraph node. Inputs that are neither set nor connected have the default of their variable. Failed fires with the Error when the runtime has no graph of this name or id, when calls are nested more than 32 deep, or when a node of the called graph fails; if it is not connected, the first Error of a run is a console warning. When the calling graph stops, its calls stop with it.',
  inputs: {
    In: trigger,
    Graph: projectDropdown('graphs', { affectsNodePorts: true }),
    Run: boolean(true),
    Mode: dropdown('Start', 'Call'),
  },
  outputs: { Out: trigger, Failed: trigger, Done: trigger, Error: string() },
  portsFor: ({ Graph }, declared, project) => {
    const ports = typeof Graph === 'string' ? project?.listInterfacePorts?.(Graph) : undefined;
    if (!ports || ports.length === 0) return declared;
    const isInput = ({ direction }: { readonly direction: 'input' | 'output' }): boolean =>
      direction === 'input';
    return [
      ...declared.filter(isInput),
      ...ports.filter(isInput),
      ...declared.filter((port) => !isInput(port)),
      ...ports.filter((port) => !isInput(port)),
    ];
  },
  on: {
    In: (context) => {
      const { inputs, outputs, emit, resume, callGraph } = context;
      const { Graph, Mode, Run } = inputs;
      if (Mode === 'Call') {
        const error = callGraph(Graph);
        if (error !== undefined) {
          fireResult({ error }, context);
        } else {
          emit.Out();
          resume();
        }
        return;
      }
      if (Run) context.assignInputs(Graph, context.getSetInputs());
      if (context.controlGraph(Graph, Run ? 'run' : 'stop')) {
        emit.Out();
      } else {
        outputs.Error = Graph === '' ? 'No graph is chosen.' : `The runtime has no graph named "${Graph}".`;
        context.warnOnce(outputs.Error);
        emit.Failed();
      }
    },
  },
  resume: (context) => {
    const result = context.takeCallResult();
    if (result) fireResult(result, context);
  },
  called: (context, result) => fireResult(result, context),
});

const fireResult = ({ error }: CallResult, { outputs, emit, isConnected, warnOnce }: ResultContext): void => {
  outputs.Error = error ?? '';
  if (error === undefined) {
    emit.Done();
    return;
  }
  emit.Failed();
  if (!isConnected('Failed')) warnOnce(error);
};
