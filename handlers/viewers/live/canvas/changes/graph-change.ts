/** Edits of a graph as data. Ports are told by node and name, as their ids go when an edit is taken back and made again. */
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

/** What a Note node says, and how; what is left out stays. */
export type NoteContent = Input<'PUT /api/graphs/{graphId}/nodes/{nodeId}/note'>['body'];

/** A port of a new node that differs in its state from other new ones. */
export interface PortStateFlag {
  readonly name: string;
  readonly direction: 'input' | 'output';
  readonly state: 'expanded' | 'disabled';
}

export interface FragmentNode {
  /** The id of the node that it was taken from. */
  readonly key: string;
  readonly category: string;
  readonly locationX: number;
  readonly locationY: number;
  readonly values: Readonly<Record<string, PortValue>>;
  readonly marks: readonly PortStateFlag[];
  readonly note: NoteContent | undefined;
}

/** Nodes with their wires. An end that is no key of them is a node of the graph. */
export interface GraphFragment {
  readonly nodes: readonly FragmentNode[];
  readonly wires: readonly ConnectionRef[];
}

/** How the service is to arrange a graph. */
export type AutoLayout =
  | ({ readonly by: 'layout' } & Input<'POST /api/graphs/{graphId}/layout'>['body'])
  | { readonly by: 'tidy' | 'restore' };

export type GraphChange =
  | { readonly kind: 'place'; readonly places: readonly NodePosition[] }
  | { readonly kind: 'value'; readonly port: PortRef; readonly value: PortValue }
  | {
      readonly kind: 'wires';
      readonly cut: readonly ConnectionRef[];
      readonly join: readonly ConnectionRef[];
    }
  /** `restores` tells that the nodes were there before, under the ids that are their keys. */
  | { readonly kind: 'add'; readonly piece: GraphFragment; readonly restores: boolean }
  | { readonly kind: 'remove'; readonly nodeIds: readonly string[] }
  | { readonly kind: 'note'; readonly nodeId: string; readonly note: NoteContent }
  | { readonly kind: 'mark'; readonly nodeId: string; readonly mark: PortStateFlag; readonly isSet: boolean }
  | { readonly kind: 'arrange'; readonly arrangement: AutoLayout }
  | { readonly kind: 'all'; readonly changes: readonly GraphChange[] };

export type GraphChangeOf<K extends GraphChange['kind']> = Extract<GraphChange, { readonly kind: K }>;

/** A change that is made in one go. */
export type SingleGraphChange = Exclude<GraphChange, GraphChangeOf<'all'>>;
