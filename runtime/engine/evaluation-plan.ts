import type { Json, PortType } from '#spec/values.ts';
import type { NodeDefinition } from '../nodes/dsl/define-node.ts';

/** A node while its graph is being compiled. */
export interface DraftNode {
  readonly id: string;
  readonly index: number;
  readonly definition: NodeDefinition;
  readonly isPure: boolean;
  /** Data inputs by name, in declared order. */
  readonly inputs: Map<string, DraftInput>;
  readonly outputs: Map<string, DraftOutput>;
  /** Names of the trigger inputs. */
  readonly triggerInputs: ReadonlySet<string>;
  /** Names of the trigger and button outputs, in declared order. */
  readonly triggerOutputs: readonly string[];
  readonly disabled: ReadonlySet<string>;
  /** Not placed by an author. */
  readonly isInternal: boolean;
  /** What hangs on the signals, in connection-creation order. */
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
  /** The step that computes the value; absent for latched outputs. */
  readonly step: number | undefined;
}

export interface DraftInput {
  readonly name: string;
  readonly type: PortType;
  readonly lazy: boolean;
  readonly watched: boolean;
  readonly written: Json | undefined;
  readonly initial: Json;
  /** Labels of a Dropdown, when they are fixed. */
  readonly options: readonly string[] | undefined;
  source: DraftOutput | undefined;
  slot: number;
  /** The step that brings the source's value, converted or as it is, into a slot of the input's own. */
  ownStep: number | undefined;
}

/** The inputs of the node behind an output that must be up to date before it is evaluated. */
const listEagerInputs = ({ node }: DraftOutput): DraftInput[] =>
  node.isPure ? [...node.inputs.values()].filter(({ lazy }) => !lazy) : [];

/**
 * The steps that bring these inputs up to date: sources before what reads them, every step once, inputs in
 * declared order. Walks on a list of its own, because chains may be longer than the call stack is deep.
 */
export const planEvaluation = (inputs: readonly DraftInput[]): { steps: number[]; reachesLazy: boolean } => {
  const steps: number[] = [];
  const seen = new Set<number>();
  const work: (DraftInput | number)[] = inputs.toReversed();
  let reachesLazy = false;
  for (let item = work.pop(); item !== undefined; item = work.pop()) {
    if (typeof item === 'number') {
      steps.push(item);
      continue;
    }
    if (item.ownStep !== undefined) work.push(item.ownStep);
    const { source } = item;
    if (source?.step === undefined || seen.has(source.step)) continue;
    seen.add(source.step);
    work.push(source.step, ...listEagerInputs(source).reverse());
    reachesLazy ||=
      source.node.isPure && [...source.node.inputs.values()].some((input) => input.lazy && input.source);
  }
  return { steps, reachesLazy };
};
