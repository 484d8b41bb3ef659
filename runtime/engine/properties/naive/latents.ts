import { Breakdown } from '../../limits.ts';
import type { OnRetrigger } from '../../../nodes/context.ts';
import type { Limits } from '../../limits.ts';

/** Something scheduled by a node of a graph. */
export interface Pending {
  readonly graphId: string;
  readonly nodeId: string;
  readonly due: number;
  readonly order: number;
}

/** A run that starts once the one before it is over. */
type Waiting = Omit<Pending, 'due' | 'order'> & { readonly ticks: number };

/** Everything that is pending, in two lists that are searched from their beginning. */
export const createNaiveLatents = (now: () => number, limits: Limits) => {
  let pending: Pending[] = [];
  let waiting: Waiting[] = [];
  let order = 0;

  const isOf =
    (graphId: string, nodeId?: string) =>
    (item: Pending | Waiting): boolean =>
      item.graphId === graphId && (nodeId === undefined || item.nodeId === nodeId);

  const add = (graphId: string, nodeId: string, ticks: number): void => {
    order += 1;
    pending.push({ graphId, nodeId, due: now() + ticks, order });
  };

  /** Drops what a node, or a whole graph, has pending. */
  const drop = (graphId: string, nodeId?: string): void => {
    const gone = isOf(graphId, nodeId);
    pending = pending.filter((item) => !gone(item));
    waiting = waiting.filter((item) => !gone(item));
  };

  return {
    drop,
    schedule(graphId: string, nodeId: string, ticks: () => number, onRetrigger: OnRetrigger): void {
      const isBusy = pending.some(isOf(graphId, nodeId));
      if (isBusy && onRetrigger === 'Ignore') return;
      if (onRetrigger === 'Restart') drop(graphId, nodeId);
      if ([...pending, ...waiting].filter(isOf(graphId)).length >= limits.pendingLatents) {
        throw new Breakdown(nodeId, 'executionLimit', 'The graph has too many latent runs pending.');
      }
      const length = ticks();
      if (isBusy && onRetrigger === 'Queue') waiting.push({ graphId, nodeId, ticks: length });
      else add(graphId, nodeId, length);
    },
    /** When something of the node is due next. */
    nextDue: (graphId: string, nodeId: string): number | undefined =>
      pending
        .filter(isOf(graphId, nodeId))
        .map(({ due }) => due)
        .sort((a, b) => a - b)[0],
    /** The first that is due, off the list; what queued behind it begins. */
    take(): Pending | undefined {
      const due = pending.filter((item) => item.due <= now());
      const first = due.sort((a, b) => a.due - b.due || a.order - b.order)[0];
      if (!first) return undefined;
      pending = pending.filter((item) => item !== first);
      const { graphId, nodeId } = first;
      if (!pending.some(isOf(graphId, nodeId))) {
        const next = waiting.find(isOf(graphId, nodeId));
        waiting = waiting.filter((item) => item !== next);
        if (next) add(graphId, nodeId, next.ticks);
      }
      return first;
    },
  };
};

export type NaiveLatents = ReturnType<typeof createNaiveLatents>;
