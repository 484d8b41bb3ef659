import type { CompletionKind } from '../nodes/dsl/handler-context.ts';

/** Something that may report an end. */
export interface CompletionSignal {
  readonly type: CompletionKind;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Something that has ended, and the event that reported it. */
interface Completion<Owner> {
  readonly owner: Owner;
  readonly id: string;
  readonly type: CompletionKind;
}

/** Tracks what nodes have started and what ends by itself. An event that carries the id reports the end. */
export interface CompletionWaiters<Owner> {
  /** Waits for an event of one of these types whose data has the id in this field. */
  waitFor(id: string, field: string, types: readonly CompletionKind[], owner: Owner): void;
  notify(batch: readonly CompletionSignal[]): void;
  /** What has ended since the last call, in order, whether or not its owner still waits for it. */
  takeCompleted(): readonly Completion<Owner>[];
  /** Completions that were not taken yet, as plain data. */
  state(): unknown;
}

const noCompletions: readonly never[] = [];

export const createCompletionWaiters = <Owner>(): CompletionWaiters<Owner> => {
  /** By event type and id, so that an event finds the one node that it concerns. */
  const expected = new Map<CompletionKind, { readonly field: string; readonly owners: Map<string, Owner> }>();
  let ended: Completion<Owner>[] = [];

  return {
    waitFor(id, field, types, owner) {
      for (const type of types) {
        const waiters = expected.get(type);
        if (waiters) waiters.owners.set(id, owner);
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
      const completed = ended;
      ended = [];
      return completed;
    },
    state: () => ended.map(({ id, type }) => ({ id, type })),
  };
};
