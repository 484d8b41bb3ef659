import type { Json, PortType } from '#spec/values.ts';
import type { NodeDefinition } from '../nodes/dsl/define-node.ts';

/** A graph without ids to look up: nodes, values and steps are numbered, and wires are those numbers. */
export interface GraphProgram {
  readonly graphId: string;
  readonly name: string;
  readonly nodes: readonly NodeProgram[];
  /** What each value slot holds when the graph starts. */
  readonly initial: readonly Json[];
  /** What may have to be done before a body reads its inputs; plans are lists of indexes into this. */
  readonly steps: readonly StepProgram[];
  /** The ports that `ports.updated` reports. */
  readonly published: readonly PublishedPort[];
}

export interface NodeProgram {
  readonly id: string;
  readonly definition: NodeDefinition;
  readonly inputs: readonly InputProgram[];
  readonly outputs: readonly { readonly name: string; readonly slot: number }[];
  readonly triggerOutputs: readonly TriggerOutputProgram[];
  /** Steps that bring every input up to date that is not lazy, in order of evaluation. */
  readonly plan: readonly number[];
  /** A lazy input can be reached, so steps must remember whether they have run for this activation. */
  readonly reachesLazy: boolean;
}

export interface InputProgram {
  readonly name: string;
  readonly slot: number;
  /** Wired, with a slot that is not that of its source. */
  readonly hasOwnSlot: boolean;
  /** Holds texts or lists, whose size counts among the steps. */
  readonly isMetered: boolean;
  /** Written in the graph or wired. */
  readonly isSet: boolean;
  /** The type of the output that is wired to it. */
  readonly connectedType: PortType | undefined;
  /** For lazy inputs that are wired: the steps that bring it up to date. */
  readonly lazyPlan: readonly number[] | undefined;
}

/** A trigger output with what hangs on it, in connection-creation order. */
export interface TriggerOutputProgram {
  readonly name: string;
  readonly targets: readonly { readonly node: number; readonly input: string }[];
}

export type StepProgram =
  | {
      readonly kind: 'evaluate' | 'live';
      readonly node: number;
      readonly port: string;
      readonly slot: number;
    }
  | { readonly kind: 'copy'; readonly node: number; readonly from: number; readonly slot: number }
  | {
      readonly kind: 'convert';
      readonly node: number;
      readonly from: number;
      readonly slot: number;
      readonly type: PortType;
      readonly options: readonly string[] | undefined;
    };

export interface PublishedPort {
  readonly portId: string;
  readonly nodeId: string;
  readonly slot: number;
}
