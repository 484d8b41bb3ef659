import { describeErrorInOneLine } from './projects/project.ts';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { GraphDocument } from './graphs/graph-document.ts';
import type { GraphList } from './graphs/graph-list.ts';

interface StartupGraphsOptions {
  readonly link: Pick<RuntimeLink, 'connected'>;
  readonly graphs: Pick<GraphList, 'findByPath'>;
  sync(graph: GraphDocument): Promise<unknown>;
  run(graph: GraphDocument): Promise<unknown>;
  log(line: ConsoleLine): void;
}

/** Runs a project's startup graphs when the project is opened (C-177). */
export const createStartupGraphs = ({ link, graphs, sync, run, log }: StartupGraphsOptions) => {
  /** The paths of the startup graphs that are waiting for a runtime. */
  let waiting: readonly string[] = [];

  const begin = async (path: string): Promise<void> => {
    try {
      const graph = graphs.findByPath(path);
      if (!graph) throw new Error('there is no such graph');
      await sync(graph);
      await run(graph);
    } catch (failure) {
      log({
        severity: 'warning',
        message: `'${path}', which project.json runs at opening, does not run: ${describeErrorInOneLine(failure)}`,
      });
    }
  };
  const runWaiting = async (): Promise<void> => {
    const paths = waiting;
    waiting = [];
    for (const path of paths) await begin(path);
  };

  return {
    /**
     * Runs the startup graphs of a project that was just opened. If no runtime has connected yet, the graphs run when
     * the first runtime connects.
     */
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
