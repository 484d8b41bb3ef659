import type { CompletionKind } from '../nodes/dsl/handler-context.ts';

/** An event that may report that something has ended. */
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

/** Tracks what nodes have started and wait for, such as sounds. An event with its id reports the end. */
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
  const waitersByType = new Map<
    CompletionKind,
    { readonly field: string; readonly owners: Map<string, Owner> }
  >();
  let completions: Completion<Owner>[] = [];

  return {
    waitFor(id, field, types, owner) {
      for (const type of types) {
        const waiters = waitersByType.get(type);
        if (waiters) waiters.owners.set(id, owner);
        else waitersByType.set(type, { field, owners: new Map([[id, owner]]) });
      }
    },
    notify(batch) {
      if (waitersByType.size === 0) return;
      for (const { type, data } of batch) {
        const waiters = waitersByType.get(type);
        if (!waiters) continue;
        const id = String(data[waiters.field]);
        const owner = waiters.owners.get(id);
        if (owner === undefined) continue;
        for (const { owners } of waitersByType.values()) owners.delete(id);
        completions.push({ owner, id, type });
      }
    },
    takeCompleted() {
      if (completions.length === 0) return noCompletions;
      const completed = completions;
      completions = [];
      return completed;
    },
    state: () => completions.map(({ id, type }) => ({ id, type })),
  };
};
