import { sameValue } from '../../../nodes/equality.ts';
import { convertTo } from '../../convert.ts';
import type { Json } from '#spec/values.ts';
import type { VariableImage } from '../../../link/protocol.ts';
import type { VariableCell } from '../../../nodes/context.ts';
import type { VariableChange } from '../../variables.ts';

interface Cell extends VariableCell {
  value: Json;
}

/** Variables as a list that is searched from its beginning. */
export const createNaiveVariables = (changed: (change: VariableChange) => void) => {
  let cells: Cell[] = [];
  let written: { readonly cell: Cell; readonly previous: Json }[] = [];

  const write = (cell: Cell, value: Json): void => {
    const previous = cell.value;
    if (sameValue(previous, value)) return;
    cell.value = value;
    changed({ variable: cell, value, previous });
  };

  return {
    find: (name: string, graphId: string): Cell | undefined =>
      cells.findLast((cell) => cell.name === name && cell.graphId === graphId) ??
      cells.findLast((cell) => cell.name === name && cell.graphId === undefined) ??
      cells.find(({ id }) => id === name),
    assign(variable: VariableCell, value: Json): void {
      const cell = variable as Cell;
      if (!written.some((other) => other.cell === cell)) written.push({ cell, previous: cell.value });
      write(cell, convertTo(cell.type, value));
    },
    put(images: readonly VariableImage[]): void {
      for (const { id, name, type, value, graphId } of images) {
        const known = cells.find((cell) => cell.id === id);
        if (known) write(known, value);
        else cells.push({ id, name, type, value, graphId });
      }
    },
    remove({ id }: VariableCell): void {
      cells = cells.filter((cell) => cell.id !== id);
      written = written.filter(({ cell }) => cell.id !== id);
    },
    /** What graphs have changed since the last call. */
    takeChanges(): VariableChange[] {
      const changes = written.map(({ cell, previous }) => ({ variable: cell, value: cell.value, previous }));
      written = [];
      return changes.filter(({ value, previous }) => !sameValue(value, previous));
    },
  };
};

export type NaiveVariables = ReturnType<typeof createNaiveVariables>;
