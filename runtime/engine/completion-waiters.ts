import type { CompletionKind } from '../nodes/dsl/handler-context.ts';

/** An event that may report the end of something for which a node waits. */
export interface CompletionSignal {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Something that has ended, together with the event that reported its end. */
interface Completion<Owner> {
  readonly owner: Owner;
  readonly id: string;
  readonly type: string;
}

const noCompletions: readonly never[] = [];

/**
 * Tracks what nodes have started and are waiting for, such as sounds. An event that contains the id of such an item
 * reports the item's end.
 */
export const createCompletionWaiters = <Owner>() => {
  /** Waiters by event type and id, so that an event finds the one node that it concerns. */
  const waitersByType = new Map<string, { readonly field: string; readonly owners: Map<string, Owner> }>();
  let completions: Completion<Owner>[] = [];

  return {
    /** Waits for an event of one of the given types whose data contains the id in the given field. */
    waitFor(id: string, field: string, types: readonly CompletionKind[], owner: Owner) {
      for (const type of types) {
        const waiters = waitersByType.get(type);
        if (waiters) waiters.owners.set(id, owner);
        else waitersByType.set(type, { field, owners: new Map([[id, owner]]) });
      }
    },
    notify(batch: readonly CompletionSignal[]) {
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
    /** Returns the completions since the last call, in order, regardless of whether their owners are still waiting. */
    takeCompleted(): readonly Completion<Owner>[] {
      if (completions.length === 0) return noCompletions;
      const completed = completions;
      completions = [];
      return completed;
    },
    /** Returns the completions that have not been taken yet, as plain data. */
    state: (): unknown => completions.map(({ id, type }) => ({ id, type })),
  };
};

export type CompletionWaiters<Owner> = ReturnType<typeof createCompletionWaiters<Owner>>;
