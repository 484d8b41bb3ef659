import type { NodeDocument } from '../graphs/graph-document.ts';
import type { Size } from './layout-request.ts';

/**
 * The sizes of a node's parts in canvas units. A node consists of a title and one row for each pair of input and
 * output.
 */
const nodeMetrics = {
  character: 8,
  least: 160,
  title: 36,
  row: 24,
  padding: 16,
  /** The width at which the lines of a note wrap. */
  note: 320,
  lineHeight: 1.5,
} as const;

const estimateTextWidth = (text: string): number => text.length * nodeMetrics.character;

const estimateNoteSize = ({ text, fontSize }: { text: string; fontSize: number }): Size => {
  const perLine = Math.floor(nodeMetrics.note / (fontSize / 2));
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
  return {
    width: nodeMetrics.note,
    height: nodeMetrics.title + Math.ceil(lines * fontSize * nodeMetrics.lineHeight),
  };
};

/** Estimates the size at which an editor draws a node, in whole canvas units. */
export const estimateNodeSize = ({ type, ports, note }: NodeDocument): Size => {
  if (note) return estimateNoteSize(note);
  const inputs = ports
    .filter(({ direction }) => direction === 'input')
    .map(({ name }) => estimateTextWidth(name));
  const outputs = ports
    .filter(({ direction }) => direction === 'output')
    .map(({ name }) => estimateTextWidth(name));
  const rows = Math.max(inputs.length, outputs.length);
  const labels = Math.max(0, ...inputs) + Math.max(0, ...outputs);
  return {
    width: Math.max(
      nodeMetrics.least,
      Math.max(estimateTextWidth(type.enumValue), labels) + 3 * nodeMetrics.padding,
    ),
    height: nodeMetrics.title + rows * nodeMetrics.row + nodeMetrics.padding,
  };
};
