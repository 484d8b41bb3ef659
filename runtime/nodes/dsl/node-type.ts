import type { Json, PortType } from '#spec/values.ts';

/** How a node takes part in execution: see 'How graphs run' in PROTOCOL.md. */
export type NodeKind = 'event' | 'flow' | 'pure' | 'latent' | 'note';

/** One port of a node type. */
export interface PortDeclaration {
  readonly name: string;
  readonly type: PortType;
  readonly direction: 'input' | 'output';
  /** What an input holds until it is written; the zero of its type when absent. */
  readonly default?: Json;
  /** Labels of a Dropdown, in index order. Absent when they depend on the project (variables, layers). */
  readonly options?: readonly string[];
  /** Where the options of a Dropdown come from when they depend on the project. */
  readonly optionsFrom?:
    | 'variables'
    | 'graphs'
    | 'actions'
    | 'scenes'
    | 'midi-inputs'
    | 'midi-outputs'
    | 'input-actions';
  /** The least and the largest number that may be written. What a wire brings is the concern of the body. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** An input that keeps every wire, its value coming by the last; others give up the one that they have. */
  readonly takesMany?: true;
  readonly isSensitive?: true;
  /** Writing this port may add, remove or retype other ports of the node. */
  readonly affectsNodePorts?: true;
}

/** What the ports of a node may depend on beside the node's own values. */
export interface ProjectInfo {
  /** The type of the variable of this name, undefined when there is none. */
  variableType(name: string): PortType | undefined;
}

/** What the graph document and discovery need to know of a node type; bodies are the engine's concern. */
export interface NodeType {
  readonly enumValue: string;
  readonly category: string;
  readonly kind: NodeKind;
  readonly description: string;
  /** The ports of a fresh node: inputs, then outputs, in declared order. */
  readonly ports: readonly PortDeclaration[];
  /** The ports under these input values, for types that have a port with `affectsNodePorts`. */
  readonly portsFor?:
    | ((values: Readonly<Record<string, Json>>, project?: ProjectInfo) => readonly PortDeclaration[])
    | undefined;
}
