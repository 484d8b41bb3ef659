import type { Occurrences } from '../nodes/grammar/context.ts';
import type { Run } from './run.ts';

/** Which running graphs have nodes that wait for what; asked in every tick, whatever number of graphs runs. */
export interface Listeners {
  join(run: Run): void;
  /** With the nodes that it had when it joined. */
  leave(run: Run): void;
  to(kind: keyof Occurrences): ReadonlySet<Run>;
}

const nobody: ReadonlySet<never> = new Set();

export const createListeners = (): Listeners => {
  const byKind = new Map<keyof Occurrences, Set<Run>>();
  return {
    join(run) {
      for (const kind of run.graph.waiting.keys()) {
        const known = byKind.get(kind);
        if (known) known.add(run);
        else byKind.set(kind, new Set([run]));
      }
    },
    leave(run) {
      for (const kind of run.graph.waiting.keys()) byKind.get(kind)?.delete(run);
    },
    to: (kind) => byKind.get(kind) ?? nobody,
  };
};
