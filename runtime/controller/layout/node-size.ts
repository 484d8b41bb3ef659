import type { NodeDocument } from '../graphs/document.ts';
import type { Size } from './request.ts';

/** What a node takes up on the canvas, in canvas units: a title over a row for each pair of input and output. */
const look = {
  character: 8,
  least: 160,
  title: 36,
  row: 24,
  padding: 16,
  /** A note wraps its lines at this width. */
  note: 320,
  lineHeight: 1.5,
} as const;

const textWidth = (text: string): number => text.length * look.character;

const sizeOfNote = ({ text, fontSize }: { text: string; fontSize: number }): Size => {
  const perLine = Math.floor(look.note / (fontSize / 2));
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
  return { width: look.note, height: look.title + Math.ceil(lines * fontSize * look.lineHeight) };
};

/** An estimate, in whole units, of how large an editor draws a node. */
export const sizeOf = ({ type, ports, note }: NodeDocument): Size => {
  if (note) return sizeOfNote(note);
  const inputs = ports.filter(({ direction }) => direction === 'input').map(({ name }) => textWidth(name));
  const outputs = ports.filter(({ direction }) => direction === 'output').map(({ name }) => textWidth(name));
  const rows = Math.max(inputs.length, outputs.length);
  const labels = Math.max(0, ...inputs) + Math.max(0, ...outputs);
  return {
    width: Math.max(look.least, Math.max(textWidth(type.enumValue), labels) + 3 * look.padding),
    height: look.title + rows * look.row + look.padding,
  };
};
