/** Collects what could not be opened as it is in a graph file, for the console (C-276). */
import type { ConsoleLine } from '../../link/console-writer.ts';

/** Receives the lines about a graph once it is open. */
export type ReportLine = (line: ConsoleLine) => void;

export interface GraphFileRepairs {
  /** @param what was left out or changed, as the end of a sentence that starts with the file */
  add(what: string, nodeId?: string): void;
  /** Adds a node that is open as a placeholder. */
  addMissingType(category: string): void;
  /** Writes everything to the console, up to the limit. */
  report(report: ReportLine): void;
}

/** Most lines per graph: the console holds 500 in total. */
const maxLines = 20;

export const createGraphFileRepairs = (graphId: string, path: string): GraphFileRepairs => {
  const lines: ConsoleLine[] = [];
  const missing = new Map<string, number>();

  const lineAbout = (what: string, nodeId?: string): ConsoleLine => ({
    severity: 'warning',
    message: `${path}: ${what}`,
    graphId,
    ...(nodeId !== undefined && { nodeId }),
  });

  const missingLines = (): ConsoleLine[] =>
    [...missing].map(([category, count]) =>
      lineAbout(
        `${count === 1 ? 'one node is' : `${count} nodes are`} of the type '${category}', which is missing here. The graph is open with placeholders, which are saved as they were, and does not run.`,
      ),
    );

  return {
    add: (what, nodeId) => void lines.push(lineAbout(what, nodeId)),
    addMissingType: (category) => void missing.set(category, (missing.get(category) ?? 0) + 1),
    report(report) {
      const all = [...missingLines(), ...lines];
      for (const line of all.slice(0, maxLines)) report(line);
      const others = all.length - maxLines;
      if (others > 0) report(lineAbout(`${others} more problems of the file are not listed.`));
    },
  };
};
