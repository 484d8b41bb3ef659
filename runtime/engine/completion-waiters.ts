import type { CompletionKind } from '../nodes/dsl/handler-context.ts';

/** Something that may tell of an end. */
export interface CompletionSignal {
  readonly type: CompletionKind;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What has come to its end, and by which event. */
interface Completion<Owner> {
  readonly owner: Owner;
  readonly id: string;
  readonly type: CompletionKind;
}

/** What nodes have begun that ends by itself: something that carries its id tells so. */
export interface CompletionWaiters<Owner> {
  /** Waits for something of one of these types whose data has the id in this field. */
  waitFor(id: string, field: string, types: readonly CompletionKind[], owner: Owner): void;
  notify(batch: readonly CompletionSignal[]): void;
  /** What has ended since the last call, in order, whether its owner still cares or not. */
  takeCompleted(): readonly Completion<Owner>[];
  /** What was heard and not taken yet, as plain data. */
  state(): unknown;
}

const noCompletions: readonly never[] = [];

export const createCompletionWaiters = <Owner>(): CompletionWaiters<Owner> => {
  /** By the type of event and the id, so that an event finds the one node that it concerns. */
  const expected = new Map<CompletionKind, { readonly field: string; readonly owners: Map<string, Owner> }>();
  let ended: Completion<Owner>[] = [];

  return {
    waitFor(id, field, types, owner) {
      for (const type of types) {
        const known = expected.get(type);
        if (known) known.owners.set(id, owner);
        else expected.set(type, { field, owners: new Map([[id, owner]]) });
      }
    },
    notify(batch) {
      if (expected.size === 0) return;
      for (const { type, data } of batch) {
        const kind = expected.get(type);
        if (!kind) continue;
        const id = String(data[kind.field]);
        const owner = kind.owners.get(id);
        if (owner === undefined) continue;
        for (const { owners } of expected.values()) owners.delete(id);
        ended.push({ owner, id, type });
      }
    },
    takeCompleted() {
      if (ended.length === 0) return noCompletions;
      const taken = ended;
      ended = [];
      return taken;
    },
    state: () => ended.map(({ id, type }) => ({ id, type })),
  };
};
