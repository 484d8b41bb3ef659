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
  /** The names of the trigger inputs. */
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
