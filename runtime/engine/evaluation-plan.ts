import { ApiError } from '#spec/errors.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { NodeDefinition } from '../nodes/dsl/define-node.ts';

/** A node while its graph is being compiled. */
export interface DraftNode {
  readonly id: string;
  readonly index: number;
  readonly definition: NodeDefinition;
  readonly isPure: boolean;
  /** Data inputs keyed by name, in declared order. */
  readonly inputs: Map<string, DraftInput>;
  readonly outputs: Map<string, DraftOutput>;
  readonly triggerInputs: ReadonlySet<string>;
  /** The names of the trigger and button outputs, in declared order. */
  readonly triggerOutputs: readonly string[];
  readonly disabled: ReadonlySet<string>;
  /** Whether the node was added by the compiler and not by an author. */
  readonly isInternal: boolean;
  /** The connections of the trigger outputs, in creation order. */
  readonly triggerConnections: DraftConnection[];
}

export interface DraftConnection {
  readonly source: DraftNode;
  readonly output: string;
  readonly target: DraftNode;
  readonly input: string;
}

export interface DraftOutput {
  readonly name: string;
  readonly type: PortType;
  readonly slot: number;
  readonly node: DraftNode;
  /** The step that computes the output's value. Absent for latched outputs. */
  readonly step: number | undefined;
}

export interface DraftInput {
  readonly name: string;
  readonly type: PortType;
  readonly lazy: boolean;
  readonly watched: boolean;
  readonly written: Json | undefined;
  readonly initial: Json;
  /** The labels of a Dropdown whose options are fixed. */
  readonly options: readonly string[] | undefined;
  source: DraftOutput | undefined;
  slot: number;
  /** The step that copies or converts the source's value into the input's own slot. */
  ownStep: number | undefined;
}

/** Lists the inputs of an output's node that must be up to date before the node is evaluated. */
const listEagerInputs = ({ node }: DraftOutput): DraftInput[] =>
  node.isPure ? [...node.inputs.values()].filter(({ lazy }) => !lazy) : [];

/**
 * Plans the steps that evaluate these inputs. Sources come before their readers, every step occurs once, and inputs are
 * in declared order. The function manages its own stack, because a chain may be longer than the maximum depth of the
 * call stack.
 */
export const planEvaluation = (inputs: readonly DraftInput[]): { steps: number[]; reachesLazy: boolean } => {
  const steps: number[] = [];
  const visited = new Set<number>();
  const stack: (DraftInput | number)[] = inputs.toReversed();
  let reachesLazy = false;
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (typeof item === 'number') {
      steps.push(item);
      continue;
    }
    if (item.ownStep !== undefined) stack.push(item.ownStep);
    const { source } = item;
    if (source?.step === undefined || visited.has(source.step)) continue;
    visited.add(source.step);
    stack.push(source.step, ...listEagerInputs(source).reverse());
    reachesLazy ||=
      source.node.isPure && [...source.node.inputs.values()].some((input) => input.lazy && input.source);
  }
  return { steps, reachesLazy };
};

/**
 * Rejects cycles of pure nodes, because such cycles could never be evaluated.
 * @throws ApiError CYCLIC_CONNECTION with the ids of the nodes in the cycle
 */
export const rejectCycles = (nodes: readonly DraftNode[]): void => {
  const unresolvedSources = new Map<DraftNode, number>();
  const readers = new Map<DraftNode, DraftNode[]>();
  for (const node of nodes.filter(({ isPure }) => isPure)) {
    const sources = listPureSources(node);
    unresolvedSources.set(node, sources.length);
    for (const source of sources) {
      const existing = readers.get(source);
      if (existing) existing.push(node);
      else readers.set(source, [node]);
    }
  }
  const ready = [...unresolvedSources].filter(([, sources]) => sources === 0).map(([node]) => node);
  for (let node = ready.pop(); node; node = ready.pop()) {
    unresolvedSources.delete(node);
    for (const reader of readers.get(node) ?? []) {
      // biome-ignore lint/style/noNonNullAssertion: a reader waits until all of its sources are done
      const remaining = unresolvedSources.get(reader)! - 1;
      unresolvedSources.set(reader, remaining);
      if (remaining === 0) ready.push(reader);
    }
  }
  if (unresolvedSources.size > 0) {
    throw new ApiError('CYCLIC_CONNECTION', 'Pure nodes of the graph form a cycle.', {
      nodeIds: [...unresolvedSources.keys()].map(({ id }) => id),
    });
  }
};

const listPureSources = (node: DraftNode): DraftNode[] =>
  [...node.inputs.values()].flatMap(({ source }) => (source?.node.isPure ? source.node : []));
