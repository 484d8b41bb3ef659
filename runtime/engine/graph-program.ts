import type { Json, PortType } from '#spec/values.ts';
import type { NodeDefinition } from '../nodes/dsl/define-node.ts';

/**
 * A compiled graph. Nodes, values and steps are numbered, and connections refer to these numbers, so that no ids are
 * looked up.
 */
export interface GraphProgram {
  readonly graphId: string;
  readonly name: string;
  readonly nodes: readonly NodeProgram[];
  /** The initial value of each slot. */
  readonly initial: readonly Json[];
  /** Steps that may have to run before a handler reads its inputs. Plans are lists of indexes into this. */
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
  /** Steps that evaluate all inputs except lazy ones, in order of evaluation. */
  readonly plan: readonly number[];
  /** Whether a lazy input can be reached, so that steps must remember whether they have run for this activation. */
  readonly reachesLazy: boolean;
}

export interface InputProgram {
  readonly name: string;
  readonly slot: number;
  /** Connected, with a slot other than that of its source. */
  readonly hasOwnSlot: boolean;
  /** Holds texts or lists, whose size is charged in steps. */
  readonly isMetered: boolean;
  /** Set in the graph, or connected. */
  readonly isSet: boolean;
  /** The type of the connected output. */
  readonly connectedType: PortType | undefined;
  /** For connected lazy inputs: the steps that evaluate it. */
  readonly lazyPlan: readonly number[] | undefined;
}

/** A trigger output with its connections, in creation order. */
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
