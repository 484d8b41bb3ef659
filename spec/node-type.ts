import type { NamedAction } from './actions/index.ts';
import type { Json, PortType } from './values.ts';

/** The way in which a node takes part in execution; see 'How graphs run' in ENGINE.md. */
export type NodeKind = 'event' | 'flow' | 'pure' | 'latent' | 'note';

export interface PortDeclaration {
  readonly name: string;
  readonly type: PortType;
  readonly direction: 'input' | 'output';
  /** The value of an input until the input is set. When this is absent, the zero value of the port's type is used. */
  readonly default?: Json | undefined;
  /**
   * The labels of a Dropdown, in index order. Absent when the options depend on the project, as for variables and
   * layers.
   */
  readonly options?: readonly string[] | undefined;
  /** Where the options of a Dropdown come from if they depend on the project. */
  readonly optionsFrom?:
    | 'variables'
    | 'graphs'
    | 'actions'
    | 'scenes'
    | 'midi-inputs'
    | 'midi-outputs'
    | 'input-actions';
  /** Bounds for values that are set in the graph. The handler checks values that arrive through connections. */
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /**
   * Whether the input accepts several connections, in which case the connection that last delivered a value wins. For
   * other inputs, a new connection replaces the previous one.
   */
  readonly takesMany?: true;
  readonly isSensitive?: true | undefined;
  /** Whether setting this port may add, remove or change the type of other ports of the node. */
  readonly affectsNodePorts?: true;
  /**
   * Whether the port remains only because of its connections: the graph that the node runs no longer has a variable of
   * this name.
   */
  readonly isMissing?: true;
}

/** The part of the project that can affect a node's ports, in addition to the node's own values. */
export interface ProjectInfo {
  /** Returns the type of the variable with this name; `undefined` when there is no such variable. */
  variableType(name: string): PortType | undefined;
  /** Finds direct actions, including those of the runtime's own. By default, only the service's actions are found. */
  readonly findAction?: (name: string) => NamedAction | undefined;
  /**
   * Lists the ports of a node that runs the graph with this name or id: one for each input and output variable of the
   * graph, in order of creation. Returns `undefined` when there is no such graph.
   */
  readonly listInterfacePorts?: (graph: string) => readonly PortDeclaration[] | undefined;
}

/** A node type as graph documents and discovery use it. Its handlers are private to the engine. */
export interface NodeType {
  readonly enumValue: string;
  readonly category: string;
  readonly kind: NodeKind;
  readonly description: string;
  /** The ports of a new node, in declared order: inputs first, then outputs. */
  readonly ports: readonly PortDeclaration[];
  /** Computes the ports from these input values, for node types that have a port with `affectsNodePorts`. */
  readonly portsFor?:
    | ((values: Readonly<Record<string, Json>>, project?: ProjectInfo) => readonly PortDeclaration[])
    | undefined;
}
