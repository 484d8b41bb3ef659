/** Places new nodes on the canvas, so that none lands on another. */
import { cardWidth, getCardHeight } from '../cards/card-geometry.ts';
import { moveFragment } from '../changes/graph-fragment.ts';
import { getBounds } from '../canvas-geometry.ts';
import { findFreePosition } from './free-position.ts';
import { listPlannedPorts } from './node-plan.ts';
import { type GraphDetail, type NodeRecord, noteCategory } from '../../graphs/graph-types.ts';
import type { FragmentNode, GraphFragment } from '../changes/graph-change.ts';
import type { CanvasBox, CanvasPoint, CanvasSize } from '../canvas-geometry.ts';
import type { NodeType } from '../../node-types/node-type-catalog.ts';
import type { TypedPort } from './fitting-ports.ts';

/** The size of a note if its text has not been measured. */
const noteSize: CanvasSize = { width: 200, height: 100 };
/** The distance between a node and one that is placed after it. */
const columnGap = 60;

/** Returns the size of a node on the canvas, or `undefined` if the canvas has not rendered the node. */
type MeasureNode = (nodeId: string) => CanvasSize | undefined;

const getSize = (category: string, ports: readonly TypedPort[]): CanvasSize =>
  category === noteCategory ? noteSize : { width: cardWidth, height: getCardHeight(ports) };

/** Returns the area that a node covers. */
export const getNodeBox = (
  { id, category, locationX, locationY, ports }: NodeRecord,
  measure?: MeasureNode,
): CanvasBox => ({
  ...{ x: locationX, y: locationY },
  ...(measure?.(id) ?? getSize(category, ports)),
});

/** Returns the area that a new node will cover. Ports that its type does not have count if they get values. */
export const getFragmentNodeBox = (
  {
    category,
    locationX,
    locationY,
    values,
    marks,
  }: Pick<FragmentNode, 'category' | 'locationX' | 'locationY' | 'values' | 'marks'>,
  types: ReadonlyMap<string, NodeType>,
): CanvasBox => {
  const ports = types.get(category)?.ports ?? [];
  const furtherPorts = Object.keys(values)
    .filter((name) => !ports.some((port) => port.name === name))
    .map((name): TypedPort => ({ name, type: 'Generic', direction: 'input' }));
  return {
    ...{ x: locationX, y: locationY },
    ...getSize(category, listPlannedPorts([...ports, ...furtherPorts], marks)),
  };
};

/**
 * Moves new nodes together to the nearest free position.
 * @param graph the graph to which the nodes will be added
 */
export const placeFragment = (
  fragment: GraphFragment,
  graph: GraphDetail | undefined,
  types: ReadonlyMap<string, NodeType>,
  measure?: MeasureNode,
): GraphFragment => {
  const bounds = getBounds(fragment.nodes.map((node) => getFragmentNodeBox(node, types)));
  const taken = graph?.nodes.map((node) => getNodeBox(node, measure)) ?? [];
  const { x, y } = findFreePosition(taken, bounds, bounds);
  return moveFragment(fragment, x - bounds.x, y - bounds.y);
};

/** Returns the position to the right of a node. */
export const getPositionAfter = ({ x, y, width }: CanvasBox): CanvasPoint => ({
  x: x + width + columnGap,
  y,
});

/** Returns the position at which one of a node's first ports is at the end of a wire from the given port. */
export const getPositionAtWireEnd = (
  { x, y }: CanvasPoint,
  { direction }: Pick<TypedPort, 'direction'>,
): CanvasPoint => ({
  ...{ x: direction === 'output' ? x : x - cardWidth, y: y - getCardHeight([]) },
});

/** Returns the position of a note above some nodes. */
export const getPositionAbove = (boxes: readonly CanvasBox[]): CanvasPoint => {
  const { x, y } = getBounds(boxes);
  return { x, y: y - noteSize.height - columnGap / 2 };
};

/** Returns the position at which a node has the given point in its middle. */
export const getPositionAround = ({ x, y }: CanvasPoint, { width, height }: CanvasSize): CanvasPoint => ({
  ...{ x: x - width / 2, y: y - height / 2 },
});
