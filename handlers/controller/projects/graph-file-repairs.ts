/**
 * Collects those parts of a graph file that had to be repaired or left out, and reports them on the console (C-276).
 */
import type { ConsoleLine } from '#runtime/link/console-writer.ts';

/** Called with each line about a graph after the graph is opened. */
export type ReportLine = (line: ConsoleLine) => void;

export interface GraphFileRepairs {
  /**
   * Adds a problem.
   * @param problem what was left out or changed, as the end of a sentence that starts with the file path
   */
  add(problem: string, nodeId?: string): void;
  /** Records that a node was opened as a placeholder because its type is missing. */
  addMissingType(category: string): void;
  /** Writes the lines to the console until the limit is reached. */
  report(report: ReportLine): void;
}

/** The maximum number of lines per graph, because the console holds only 500 entries in total. */
const maxLines = 20;

export const createGraphFileRepairs = (graphId: string, path: string): GraphFileRepairs => {
  const lines: ConsoleLine[] = [];
  const missing = new Map<string, number>();

  const createLine = (problem: string, nodeId?: string): ConsoleLine => ({
    severity: 'warning',
    message: `${path}: ${problem}`,
    graphId,
    ...(nodeId !== undefined && { nodeId }),
  });

  const missingLines = (): ConsoleLine[] =>
    [...missing].map(([category, count]) =>
      createLine(
        `${count === 1 ? 'one node is' : `${count} nodes are`} of the type '${category}', which is missing here. The graph is open with placeholders, which are saved unchanged, and does not run.`,
      ),
    );

  return {
    add: (problem, nodeId) => void lines.push(createLine(problem, nodeId)),
    addMissingType: (category) => void missing.set(category, (missing.get(category) ?? 0) + 1),
    report(report) {
      const all = [...missingLines(), ...lines];
      for (const line of all.slice(0, maxLines)) report(line);
      const omittedCount = all.length - maxLines;
      if (omittedCount > 0) report(createLine(`${omittedCount} more problems of the file are not listed.`));
    },
  };
};
