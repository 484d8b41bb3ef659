/** Console warnings about timing. */
import type { ConsoleLine } from '../link/console-writer.ts';
import type { Overload } from './overload-monitor.ts';

export const createDroppedTimeWarning = (milliseconds: number): ConsoleLine => ({
  severity: 'warning',
  message: `The runtime cannot keep up; ${Math.round(milliseconds)} ms of simulated time were dropped.`,
});

export const createOverloadWarning = ({
  frameMs,
  shareMs,
  graphId,
  name,
  graphMs,
}: Overload): ConsoleLine => {
  const graphPart =
    graphMs === undefined ? '' : `; the graph '${name}' takes the most, ${graphMs.toFixed(1)} ms`;
  return {
    severity: 'warning',
    message: `Frames take ${frameMs.toFixed(1)} ms, which exceeds their budget of ${shareMs.toFixed(1)} ms${graphPart}.`,
    ...(graphId !== undefined && { graphId }),
  };
};
