import { firstLine } from './projects/project.ts';
import type { ConsoleLine } from '../link/console.ts';
import type { RuntimeLink } from '../link/protocol.ts';
import type { GraphDocument } from './graphs/document.ts';
import type { GraphList } from './graphs/graph-list.ts';

interface Means {
  readonly link: Pick<RuntimeLink, 'connected'>;
  readonly graphs: Pick<GraphList, 'at'>;
  sync(graph: GraphDocument): Promise<unknown>;
  run(graph: GraphDocument): Promise<unknown>;
  log(line: ConsoleLine): void;
}

/** The graphs that a project has run when it is opened (register: C-177). */
export const createOpeningGraphs = ({ link, graphs, sync, run, log }: Means) => {
  /** Paths of those that wait for a runtime. */
  let waiting: readonly string[] = [];

  const begin = async (path: string): Promise<void> => {
    try {
      const graph = graphs.at(path);
      if (!graph) throw new Error('there is no such graph');
      await sync(graph);
      await run(graph);
    } catch (failure) {
      log({
        severity: 'warning',
        message: `'${path}', which project.json runs at opening, does not run: ${firstLine(failure)}`,
      });
    }
  };
  const runWaiting = async (): Promise<void> => {
    const paths = waiting;
    waiting = [];
    for (const path of paths) await begin(path);
  };

  return {
    /** A project is open that has these run: now, or when a runtime is connected for the first time. */
    async opened(paths: readonly string[]): Promise<void> {
      waiting = paths;
      if (link.connected) await runWaiting();
    },
    closed(): void {
      waiting = [];
    },
    connected: runWaiting,
  };
};
