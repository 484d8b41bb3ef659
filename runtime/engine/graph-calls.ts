/** Calls of graphs by RunGraph nodes. Each call is a run of its own, with private state and variables. */
// biome-ignore-all lint/style/noNonNullAssertion: a call site refers to ports and variables that exist
import { convertValue } from '#spec/convert-value.ts';
import { CallVariables } from './call-variables.ts';
import { ExecutionError, type Limits } from './execution-limits.ts';
import type { PortType } from '#spec/values.ts';
import type { CallResult } from '../nodes/dsl/handler-context.ts';
import type { Activation, ActivationExecutor } from './activation-executor.ts';
import type { GraphProgram } from './compile-graph.ts';
import {
  type CallSite,
  GraphCall,
  type GraphRun,
  type NodeMemory,
  type PortMapping,
  type QueuedOccurrence,
} from './graph-run.ts';
import type { LoadedGraph } from './loaded-graphs.ts';
import type { RuntimeVariables, VariableChange } from './runtime-variables.ts';

interface GraphCallsOptions {
  readonly executor: ActivationExecutor;
  readonly limits: Limits;
  readonly variables: RuntimeVariables;
  findLoaded(graph: string): LoadedGraph | undefined;
  /** Creates a run whose program is bound but which has not begun. */
  createRun(program: GraphProgram, call: GraphCall): GraphRun;
  /** Gives a run that has ended the state that it had when it was created. */
  resetRun(run: GraphRun, call: GraphCall): void;
  /** Lets a run take part in ticks. */
  addRun(run: GraphRun): void;
  /** Ends a run, and drops its pending work. */
  endRun(run: GraphRun): void;
  /** Returns whether the run has nothing left to do. */
  isFinished(run: GraphRun): boolean;
  dispatch(run: GraphRun, activation: Activation, occurrence: unknown): void;
  enqueue(run: GraphRun, queued: QueuedOccurrence): void;
}

/**
 * The number of ended calls of a program that are kept for later calls. Only calls that have finished in the activation
 * that made them are kept, because nothing in a tick can refer to them any more.
 */
const maxPooledCalls = 64;

const emptyList: readonly never[] = [];

const success: CallResult = Object.freeze({});

export const createGraphCalls = (options: GraphCallsOptions) => {
  const { executor, limits, variables, endRun, isFinished } = options;
  /** The calls that take part in ticks, in the order in which they began to do so. */
  const active = new Set<GraphCall>();
  /** The calls that have stopped themselves, and that end at the beginning of the next tick. */
  const stopping = new Set<GraphCall>();
  let callCount = 0;
  let calledNodes = 0;

  const countNodes = ({ run }: GraphCall): number => Math.max(1, run.graph.nodes.length);

  const createCall = ({ program, pooledCalls: pool }: LoadedGraph, caller: NodeMemory): GraphCall => {
    const onChange = (occurrence: VariableChange): void => {
      if (call.run.graph.eventHandlers.has('variable'))
        options.enqueue(call.run, { kind: 'variable', occurrence });
    };
    const call = new GraphCall({
      ...{ pool, caller, end },
      variables: new CallVariables(variables, program.graphId, onChange),
      createRun: (created) => options.createRun(program, created),
    });
    return call;
  };

  const takeCall = (loaded: LoadedGraph, caller: NodeMemory): GraphCall => {
    const pooled = loaded.pooledCalls.pop();
    if (!pooled) return createCall(loaded, caller);
    pooled.caller = caller;
    pooled.hasStarted = false;
    pooled.error = undefined;
    options.resetRun(pooled.run, pooled);
    return pooled;
  };

  /** Ends a call, however it has come to an end. The caller is not notified. */
  const end = (call: GraphCall): void => {
    const { run, caller } = call;
    if (run.phase === 'stopped') return;
    calledNodes -= countNodes(call);
    if (stopping.size > 0) stopping.delete(call);
    if (call.hasStarted && active.delete(call)) {
      caller.run.calls?.delete(call);
      caller.run.latents -= 1;
    }
    endRun(run);
  };

  /** Ends a call that has nothing left to do. The node's outputs receive the values of the output variables. */
  const finish = (call: GraphCall): CallResult => {
    const { caller, variables: own, run } = call;
    const site = updateCallSite(caller, run.graph.program, call);
    for (const { slot, variable, type } of site.outputs) {
      const { value } = own.entries[variable]!;
      caller.run.graph.values[slot] = type ? convertValue(type, value) : value;
    }
    end(call);
    return success;
  };

  const updateCallSite = (
    caller: NodeMemory,
    program: GraphProgram,
    { variables: own }: GraphCall,
  ): CallSite => {
    const { graph } = caller.run;
    const existing = caller.callSite;
    if (
      existing?.caller === graph &&
      existing.program === program &&
      existing.variablesVersion === own.version
    )
      return existing;
    const node = graph.byId.get(caller.nodeId)?.program;
    const mapPorts = (
      direction: 'input' | 'output',
      ports: readonly { readonly name: string; readonly type: PortType; readonly slot: number }[],
    ): PortMapping[] =>
      ports.flatMap(({ name, type, slot }) => {
        const variable = own.entries.findIndex(
          (entry) => entry.name === name && entry.direction === direction,
        );
        const entry = own.entries[variable];
        if (!entry) return [];
        const target = direction === 'input' ? entry.type : type;
        return [{ slot, variable, type: type === entry.type ? undefined : target }];
      });
    const site = {
      caller: graph,
      program,
      variablesVersion: own.version,
      inputs: mapPorts('input', node?.inputs.filter(({ isSet }) => isSet) ?? emptyList),
      outputs: mapPorts('output', node?.outputs ?? emptyList),
    };
    caller.callSite = site;
    return site;
  };

  const begin = (caller: NodeMemory, loaded: LoadedGraph): void => {
    const call = takeCall(loaded, caller);
    const { run, variables: own } = call;
    callCount += 1;
    calledNodes += countNodes(call);
    caller.callCount += 1;
    caller.run.hasMarkedMemory = true;
    call.id = callCount;
    call.number = caller.callCount;
    call.depth = (caller.run.call?.depth ?? 0) + 1;
    own.reset();
    for (const { slot, variable, type } of updateCallSite(caller, loaded.program, call).inputs) {
      const value = caller.run.graph.values[slot]!;
      own.entries[variable]!.value = type ? convertValue(type, value) : value;
    }
    caller.run.startingCalls.push(call);
    executor.pushTargets(run.graph.initializers);
    executor.pushTargets(run.graph.eventHandlers.get('start') ?? emptyList);
  };

  const notify = ({ run, nodeId }: NodeMemory, result: CallResult): void => {
    const activation = run.graph.byId.get(nodeId)?.called;
    if (activation && run.phase === 'running') options.dispatch(run, activation, result);
  };

  const complete = (call: GraphCall): void => {
    if (call.run.phase !== 'stopped') notify(call.caller, finish(call));
  };

  return {
    /** The calls that take part in ticks. */
    active: active as ReadonlySet<GraphCall>,
    /** The number of calls since the runtime started. */
    get count(): number {
      return callCount;
    },
    /** The calls that have stopped themselves. */
    stopping: stopping as ReadonlySet<GraphCall>,
    /** Makes a call end at the beginning of the next tick, or of the first tick after its Start nodes have run. */
    requestStop: (call: GraphCall): void => void stopping.add(call),
    /** Returns the calls to stop now. */
    takeStopping(): readonly GraphCall[] {
      if (stopping.size === 0) return emptyList;
      const due = [...stopping].filter(({ hasStarted }) => hasStarted);
      for (const call of due) stopping.delete(call);
      return due;
    },
    /** @returns the reason why the graph can't be called */
    call(caller: NodeMemory, graph: string): string | undefined {
      const { run } = caller;
      if (run.phase !== 'running') return 'The graph is stopping; it can call no other graphs any more.';
      const loaded = options.findLoaded(graph);
      if (!loaded) return graph === '' ? 'No graph is chosen.' : `The runtime has no graph named "${graph}".`;
      const { name, nodes } = loaded.program;
      if ((run.call?.depth ?? 0) >= limits.callDepth) {
        return `"${name}" cannot be called, because calls may be nested at most ${limits.callDepth} deep. Graphs that call each other need a condition that ends the recursion.`;
      }
      if (calledNodes + Math.max(1, nodes.length) > limits.calledNodes) {
        return `"${name}" cannot be called, because the graphs that are being called have ${calledNodes} nodes already. The limit is ${limits.calledNodes}.`;
      }
      executor.spendSteps(Math.ceil(nodes.length / nodesPerStep), caller.nodeId);
      begin(caller, loaded);
      return undefined;
    },
    /** Returns the result of the run's latest call that has just been started, or lets the call continue in later ticks. */
    takeResult(caller: NodeMemory): CallResult | undefined {
      const call = caller.run.startingCalls.pop();
      if (!call) return { error: 'The call was dropped.' };
      if (call.error !== undefined) return { error: call.error };
      call.hasStarted = true;
      if (isFinished(call.run)) {
        const result = finish(call);
        if (call.pool.length < maxPooledCalls) call.pool.push(call);
        return result;
      }
      if (caller.run.latents >= limits.pendingLatents) {
        end(call);
        throw new ExecutionError(
          caller.nodeId,
          'executionLimit',
          'The graph has too many latent runs pending.',
        );
      }
      caller.run.latents += 1;
      caller.run.calls ??= new Set();
      caller.run.calls.add(call);
      active.add(call);
      options.addRun(call.run);
      return undefined;
    },
    end,
    /** Notifies the caller of an ended call. Nothing happens while the call still runs on the stack of its caller. */
    notifyCaller(call: GraphCall, result: CallResult) {
      if (call.hasStarted) notify(call.caller, result);
      else call.error = result.error;
    },
    /** Ends a call, even if it still has something to do, and notifies its caller. */
    complete,
    /** Ends a call that takes part in ticks if it has nothing left to do, and notifies its caller. */
    finishIfIdle(run: GraphRun) {
      const { call } = run;
      if (!call?.hasStarted || run.phase !== 'running' || !active.has(call) || !isFinished(run)) return;
      complete(call);
    },
  };
};

/** The number of nodes of a called graph per step that the call is charged for. */
const nodesPerStep = 10;

export type GraphCalls = ReturnType<typeof createGraphCalls>;
