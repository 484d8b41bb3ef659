/** Edits of a graph as data. Ports are told by node and name, as their ids go when an edit is taken back and made again. */
import type { Input } from '#spec/client/index.ts';
import type { PortValue } from '../../graphs/graph-facts.ts';

export interface PortPlace {
  readonly nodeId: string;
  readonly name: string;
}

export interface Wire {
  readonly from: PortPlace;
  readonly to: PortPlace;
}

export interface Place {
  readonly nodeId: string;
  readonly locationX: number;
  readonly locationY: number;
}

/** What a Note node says, and how; what is left out stays. */
export type NoteLook = Input<'PUT /api/graphs/{graphId}/nodes/{nodeId}/note'>['body'];

/** A port of a new node that differs in its state from other new ones. */
export interface Mark {
  readonly name: string;
  readonly direction: 'input' | 'output';
  readonly state: 'expanded' | 'disabled';
}

export interface PieceNode {
  /** The id of the node that it was taken from. */
  readonly key: string;
  readonly category: string;
  readonly locationX: number;
  readonly locationY: number;
  readonly values: Readonly<Record<string, PortValue>>;
  readonly marks: readonly Mark[];
  readonly note: NoteLook | undefined;
}

/** Nodes with their wires. An end that is no key of them is a node of the graph. */
export interface Piece {
  readonly nodes: readonly PieceNode[];
  readonly wires: readonly Wire[];
}

/** How the service is to arrange a graph. */
export type Arrangement =
  | ({ readonly by: 'layout' } & Input<'POST /api/graphs/{graphId}/layout'>['body'])
  | { readonly by: 'tidy' | 'restore' };

export type Change =
  | { readonly kind: 'place'; readonly places: readonly Place[] }
  | { readonly kind: 'value'; readonly port: PortPlace; readonly value: PortValue }
  | { readonly kind: 'wires'; readonly cut: readonly Wire[]; readonly join: readonly Wire[] }
  /** `restores` tells that the nodes were there before, under the ids that are their keys. */
  | { readonly kind: 'add'; readonly piece: Piece; readonly restores: boolean }
  | { readonly kind: 'remove'; readonly nodeIds: readonly string[] }
  | { readonly kind: 'note'; readonly nodeId: string; readonly note: NoteLook }
  | { readonly kind: 'mark'; readonly nodeId: string; readonly mark: Mark; readonly isSet: boolean }
  | { readonly kind: 'arrange'; readonly arrangement: Arrangement }
  | { readonly kind: 'all'; readonly changes: readonly Change[] };

export type ChangeOf<K extends Change['kind']> = Extract<Change, { readonly kind: K }>;

/** A change that is made in one go. */
export type SingleChange = Exclude<Change, ChangeOf<'all'>>;
