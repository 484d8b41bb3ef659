import type { Json, PortType } from '#spec/values.ts';
import type { NodeDefinition } from '../nodes/dsl/define-node.ts';

/**
 * A compiled graph. Nodes, values and steps are numbered, and connections use these numbers, so that running the graph
 * requires no id lookups.
 */
export interface GraphProgram {
  readonly graphId: string;
  readonly name: string;
  readonly nodes: readonly NodeProgram[];
  /** The initial value of each slot. */
  readonly initial: readonly Json[];
  /** Steps that may have to run before a handler reads its inputs. Plans are lists of indexes into this array. */
  readonly steps: readonly StepProgram[];
  /** The ports whose values `ports.updated` reports. */
  readonly published: readonly PublishedPort[];
}

export interface NodeProgram {
  readonly id: string;
  readonly definition: NodeDefinition;
  readonly inputs: readonly InputProgram[];
  readonly outputs: readonly { readonly name: string; readonly slot: number }[];
  readonly triggerOutputs: readonly TriggerOutputProgram[];
  /** The steps that evaluate all inputs except lazy ones, in order of evaluation. */
  readonly plan: readonly number[];
  /**
   * Whether a lazy input is reachable. If so, each step must remember whether it has already run for the current
   * activation.
   */
  readonly reachesLazy: boolean;
}

export interface InputProgram {
  readonly name: string;
  readonly slot: number;
  /** Whether the input is connected but has a slot of its own instead of sharing the source's slot. */
  readonly hasOwnSlot: boolean;
  /** Whether the input holds strings or lists, whose size is charged in steps. */
  readonly isMetered: boolean;
  /** Whether the input is set in the graph or connected. */
  readonly isSet: boolean;
  /** The type of the connected output; `undefined` for an unconnected input. */
  readonly connectedType: PortType | undefined;
  /** The steps that evaluate the input if it is lazy and connected; `undefined` otherwise. */
  readonly lazyPlan: readonly number[] | undefined;
}

/** A trigger output and its connections, in creation order. */
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
