import type { Json, PortType } from '#spec/values.ts';

/** How a node takes part in execution; see 'How graphs run' in ENGINE.md. */
export type NodeKind = 'event' | 'flow' | 'pure' | 'latent' | 'note';

/** One port of a node type. */
export interface PortDeclaration {
  readonly name: string;
  readonly type: PortType;
  readonly direction: 'input' | 'output';
  /** The value of an input until it is set; the zero value of its type when absent. */
  readonly default?: Json;
  /** Labels of a Dropdown, in index order. Absent when they depend on the project (variables, layers). */
  readonly options?: readonly string[];
  /** The source of the options of a Dropdown that depend on the project. */
  readonly optionsFrom?:
    | 'variables'
    | 'graphs'
    | 'actions'
    | 'scenes'
    | 'midi-inputs'
    | 'midi-outputs'
    | 'input-actions';
  /** Bounds for values that are set. The handler checks values from connections. */
  readonly minimum?: number;
  readonly maximum?: number;
  /**
   * Whether an input accepts several connections; the last one that delivers a value wins. A new connection to any
   * other input replaces the previous one.
   */
  readonly takesMany?: true;
  readonly isSensitive?: true;
  /** Whether setting this port may add, remove or retype other ports of the node. */
  readonly affectsNodePorts?: true;
}

/** The part of the project on which the ports of a node may depend, besides the node's own values. */
export interface ProjectInfo {
  /** The type of the variable with this name, or undefined. */
  variableType(name: string): PortType | undefined;
}

/** A node type for graph documents and discovery. Its handlers are private to the engine. */
export interface NodeType {
  readonly enumValue: string;
  readonly category: string;
  readonly kind: NodeKind;
  readonly description: string;
  /** The ports of a new node: inputs, then outputs, in declared order. */
  readonly ports: readonly PortDeclaration[];
  /** Computes the ports from these input values, for types that have a port with `affectsNodePorts`. */
  readonly portsFor?:
    | ((values: Readonly<Record<string, Json>>, project?: ProjectInfo) => readonly PortDeclaration[])
    | undefined;
}
