/** The positions of a card's parts in canvas units. They match `cards.css`, so that nothing has to be measured. */
import { type NodeHandle, Position } from '@xyflow/react';
import type { PortRecord } from '../../graphs/graph-types.ts';

export const cardWidth = 184;
const titleHeight = 26;
const rowHeight = 22;
const footerHeight = 4;
const borderWidth = 1;
const handleSize = 11;

/** A port in its own row, or an input that shares a row with an output. */
type PortRowLayout<Port> = readonly [Port, (Port | undefined)?];

/** What the arrangement of a port depends on. */
type ArrangedPort = Pick<PortRecord, 'type' | 'direction'>;

/**
 * Arranges a node's ports in rows, inputs above outputs. Triggers have no value, so there is room for an output beside
 * each trigger at the start of the inputs.
 */
export const layOutPortRows = <Port extends ArrangedPort>(
  ports: readonly Port[],
): readonly PortRowLayout<Port>[] => {
  const inputs = ports.filter(({ direction }) => direction === 'input');
  const outputs = ports.filter(({ direction }) => direction === 'output');
  const firstValue = inputs.findIndex(({ type }) => type !== 'Trigger');
  const triggers = firstValue < 0 ? inputs.length : firstValue;
  return [
    ...inputs.map((input, at): PortRowLayout<Port> => [input, at < triggers ? outputs[at] : undefined]),
    ...outputs.slice(triggers).map((output): PortRowLayout<Port> => [output]),
  ];
};

export const getCardHeight = (ports: readonly ArrangedPort[]): number =>
  2 * borderWidth + titleHeight + layOutPortRows(ports).length * rowHeight + footerHeight;

/** Returns the positions at which connections meet a card. */
export const getHandlePositions = (ports: readonly PortRecord[]): NodeHandle[] =>
  layOutPortRows(ports).flatMap((row, at) =>
    row.flatMap((port) => {
      if (!port) return [];
      const isInput = port.direction === 'input';
      return [
        {
          id: port.id,
          type: isInput ? ('target' as const) : ('source' as const),
          position: isInput ? Position.Left : Position.Right,
          x: (isInput ? borderWidth : cardWidth - borderWidth) - handleSize / 2,
          y: borderWidth + titleHeight + (at + 0.5) * rowHeight - handleSize / 2,
          width: handleSize,
          height: handleSize,
        },
      ];
    }),
  );
