/** The positions of a card's parts in canvas units. They match `cards.css`, so that nothing has to be measured. */
import { type NodeHandle, Position } from '@xyflow/react';
import type { PortRecord } from '../../graphs/graph-types.ts';

export const cardWidth = 176;
const headerHeight = 34;
const paddingTop = 5;
const paddingBottom = 7;
const rowHeight = 26;
/** The height of a row with a button as wide as the card. */
const buttonRowHeight = 38;
const handleSize = 14;

/** An output without an input beside it, or an input that may share its row with an output. */
type PortRow<Port> = readonly [Port, (Port | undefined)?];

/** The input types with short values, or none, which leave room for an output, and the letters that then fit. */
const sharedRowLetters: Readonly<Record<string, number>> = {
  ...{ Trigger: 20, Boolean: 15, Integer: 14, Float: 14 },
};

/** What the arrangement of a port depends on. */
type ArrangedPort = Pick<PortRecord, 'name' | 'type' | 'direction'>;

const fitsBeside = (input: ArrangedPort, output: ArrangedPort): boolean =>
  input.name.length + output.name.length <= (sharedRowLetters[input.type] ?? 0);

/**
 * Arranges a node's ports in rows: buttons first, then the inputs, then the outputs that have found no room beside an
 * input.
 */
export const layOutPortRows = <Port extends ArrangedPort>(
  ports: readonly Port[],
): readonly PortRow<Port>[] => {
  const buttons = ports.filter(({ type }) => type === 'Button');
  const others = ports.filter(({ type }) => type !== 'Button');
  const outputs = others.filter(({ direction }) => direction === 'output');
  let placedOutputs = 0;
  const inputRows = others
    .filter(({ direction }) => direction === 'input')
    .map((input): PortRow<Port> => {
      const output = outputs[placedOutputs];
      if (!output || !fitsBeside(input, output)) return [input];
      placedOutputs += 1;
      return [input, output];
    });
  return [
    ...buttons.map((button): PortRow<Port> => [button]),
    ...inputRows,
    ...outputs.slice(placedOutputs).map((output): PortRow<Port> => [output]),
  ];
};

const getRowHeight = ([{ type }]: PortRow<ArrangedPort>): number =>
  type === 'Button' ? buttonRowHeight : rowHeight;

export const getCardHeight = (ports: readonly ArrangedPort[]): number =>
  layOutPortRows(ports).reduce(
    (height, row) => height + getRowHeight(row),
    headerHeight + paddingTop + paddingBottom,
  );

/** Returns the positions at which connections meet a card. */
export const getHandlePositions = (ports: readonly PortRecord[]): NodeHandle[] => {
  let top = headerHeight + paddingTop;
  return layOutPortRows(ports).flatMap((row) => {
    const middle = top + getRowHeight(row) / 2;
    top += getRowHeight(row);
    return row.flatMap((port) => (port ? [createHandle(port, middle)] : []));
  });
};

const createHandle = ({ id, direction }: PortRecord, middle: number): NodeHandle => ({
  id,
  ...(direction === 'input'
    ? ({ type: 'target', position: Position.Left, x: -handleSize / 2 } as const)
    : ({ type: 'source', position: Position.Right, x: cardWidth - handleSize / 2 } as const)),
  y: middle - handleSize / 2,
  width: handleSize,
  height: handleSize,
});
