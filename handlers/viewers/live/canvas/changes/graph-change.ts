/** Graph edits as data. Each edit identifies ports by node id and port name, because new nodes have no port ids yet. */
import type { Input } from '#spec/client/index.ts';
import type { PortValue } from '../../graphs/graph-types.ts';

export interface PortRef {
  readonly nodeId: string;
  readonly name: string;
}

export interface ConnectionRef {
  readonly from: PortRef;
  readonly to: PortRef;
}

export interface NodePosition {
  readonly nodeId: string;
  readonly locationX: number;
  readonly locationY: number;
}

/** A Note node's text and style. Omitted fields stay unchanged. */
export type NoteContent = Input<'PUT /api/graphs/{graphId}/nodes/{nodeId}/note'>['body'];

/** Says that a new node's port is expanded or disabled. */
export interface PortStateFlag {
  readonly name: string;
  readonly direction: 'input' | 'output';
  readonly state: 'expanded' | 'disabled';
}

export interface FragmentNode {
  /** The id of the original node from which this node was copied. */
  readonly key: string;
  readonly category: string;
  readonly locationX: number;
  readonly locationY: number;
  readonly values: Readonly<Record<string, PortValue>>;
  readonly marks: readonly PortStateFlag[];
  readonly note: NoteContent | undefined;
}

/**
 * Nodes with their connections. A connection's end that is not the key of one of these nodes is an existing node of the
 * graph.
 */
export interface GraphFragment {
  readonly nodes: readonly FragmentNode[];
  readonly wires: readonly ConnectionRef[];
}

/** The way in which the service should arrange a graph. */
export type AutoLayout =
  | ({ readonly by: 'layout' } & Input<'POST /api/graphs/{graphId}/layout'>['body'])
  | { readonly by: 'tidy' | 'restore' };

export type GraphChange =
  | { readonly kind: 'move'; readonly positions: readonly NodePosition[] }
  | { readonly kind: 'value'; readonly port: PortRef; readonly value: PortValue }
  | {
      readonly kind: 'wires';
      readonly cut: readonly ConnectionRef[];
      readonly join: readonly ConnectionRef[];
    }
  | { readonly kind: 'add'; readonly fragment: GraphFragment }
  | { readonly kind: 'remove'; readonly nodeIds: readonly string[] }
  | { readonly kind: 'note'; readonly nodeId: string; readonly note: NoteContent }
  | {
      readonly kind: 'portState';
      readonly nodeId: string;
      readonly mark: PortStateFlag;
      readonly isSet: boolean;
    }
  | { readonly kind: 'arrange'; readonly arrangement: AutoLayout }
  /** `name`: the name of the new graph. */
  | { readonly kind: 'extract'; readonly nodeIds: readonly string[]; readonly name: string }
  | { readonly kind: 'inline'; readonly nodeId: string }
  /** Changes that are made as one; at most one of them adds nodes. */
  | { readonly kind: 'all'; readonly changes: readonly GraphChange[] };

export type GraphChangeOf<K extends GraphChange['kind']> = Extract<GraphChange, { readonly kind: K }>;
