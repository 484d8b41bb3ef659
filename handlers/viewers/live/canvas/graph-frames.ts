/** Frames around the parts of a graph that have a note above them. */
import { type CanvasBox, getBounds } from './canvas-geometry.ts';
import { cardWidth, getCardHeight } from './cards/card-geometry.ts';
import {
  type GraphDetail,
  type NodeRecord,
  noteCategory,
  type NotesByNodeId,
} from '../graphs/graph-types.ts';

/** A frame around connected nodes, with the first two lines of a note as its title. */
export interface GraphFrame extends CanvasBox {
  readonly noteId: string;
  readonly title: string;
  readonly subtitle: string;
  /** The commonest category of the nodes. */
  readonly category: string | undefined;
  readonly nodeIds: readonly string[];
}

/** Longer notes explain something, and stay sticky notes. */
const maxTitleLength = 48;
const maxSubtitleLength = 90;
/** A note titles only what is below it, and not far away. */
const maxGap = 260;
/** The width of a note before it becomes a title. */
const noteWidth = 300;

const framePadding = 20;
const titleHeight = 40;

/** Finds the part of a graph below each short note, and returns the frames, those behind others first. */
export const findGraphFrames = (
  { nodes, connections }: Pick<GraphDetail, 'nodes' | 'connections'>,
  notes: NotesByNodeId,
  getCategory: (nodeType: string) => string | undefined,
): readonly GraphFrame[] => {
  const titles = nodes.filter(
    ({ id, category }) => category === noteCategory && readTitle(notes[id]?.text) !== undefined,
  );
  const cards = nodes.filter(({ category }) => category !== noteCategory);
  const members = new Map<NodeRecord, NodeRecord[]>();
  for (const part of findConnectedParts(cards, connections)) {
    const note = findNoteAbove(titles, part);
    if (note) members.set(note, [...(members.get(note) ?? []), ...part]);
  }
  return [...members]
    .map(([{ id }, part]): GraphFrame => {
      const [title = '', subtitle = ''] = readTitle(notes[id]?.text) ?? [];
      return {
        ...{ noteId: id, title, subtitle },
        category: findCommonest(part.map(({ category }) => getCategory(category))),
        nodeIds: part.map((node) => node.id),
        ...getFrameBounds(part.map(getCardBounds)),
      };
    })
    .sort((a, b) => b.width * b.height - a.width * a.height);
};

/** Returns the bounds of a frame around cards with these bounds. */
export const getFrameBounds = (cards: readonly CanvasBox[]): CanvasBox => {
  const { x, y, width, height } = getBounds(cards);
  return {
    x: x - framePadding,
    y: y - titleHeight,
    width: width + 2 * framePadding,
    height: height + titleHeight + framePadding,
  };
};

/** What a graph takes up, and where it starts. */
interface GraphExtent {
  readonly bounds: CanvasBox;
  /** The first node that nothing triggers, together with the title above it. */
  readonly entry: CanvasBox;
}

/** A rough height of a note that is not drawn yet. */
const noteHeight = 100;

/** Returns the extent of a graph, or `undefined` for a graph without nodes. */
export const findGraphExtent = (
  { nodes }: Pick<GraphDetail, 'nodes'>,
  frames: readonly GraphFrame[],
): GraphExtent | undefined => {
  const getNodeBounds = (node: NodeRecord): CanvasBox =>
    frames.find(({ noteId }) => noteId === node.id) ??
    (node.category === noteCategory
      ? { x: node.locationX, y: node.locationY, width: noteWidth, height: noteHeight }
      : getCardBounds(node));
  const inReadingOrder = [...nodes].sort((a, b) => a.locationY - b.locationY || a.locationX - b.locationX);
  const entry = inReadingOrder.find(isEntry) ?? inReadingOrder[0];
  if (!entry) return undefined;
  return {
    bounds: getBounds(nodes.map(getNodeBounds)),
    entry: frames.find(({ nodeIds }) => nodeIds.includes(entry.id)) ?? getNodeBounds(entry),
  };
};

const isEntry = ({ ports }: NodeRecord): boolean => {
  const triggers = ports.filter(({ type }) => type === 'Trigger' || type === 'Button');
  return triggers.length > 0 && triggers.every(({ direction }) => direction === 'output');
};

/** Returns the one or two lines of a title, or `undefined` for a note that is empty or says more. */
const readTitle = (text = ''): readonly string[] | undefined => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [title = '', subtitle = ''] = lines;
  const isTitle =
    lines.length > 0 &&
    lines.length <= 2 &&
    title.length <= maxTitleLength &&
    subtitle.length <= maxSubtitleLength;
  return isTitle ? lines : undefined;
};

/** Splits nodes into groups that are connected with each other, in the order of their first nodes. */
const findConnectedParts = (
  nodes: readonly NodeRecord[],
  connections: GraphDetail['connections'],
): readonly (readonly NodeRecord[])[] => {
  const neighbors = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { outputNodeId, inputNodeId } of connections) {
    neighbors.get(outputNodeId)?.push(inputNodeId);
    neighbors.get(inputNodeId)?.push(outputNodeId);
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found = new Set<string>();
  return nodes.flatMap(({ id }) => {
    if (found.has(id)) return [];
    found.add(id);
    const part = [id];
    // the list grows while it is read
    for (const member of part) {
      for (const neighbor of neighbors.get(member) ?? []) {
        if (found.has(neighbor)) continue;
        found.add(neighbor);
        part.push(neighbor);
      }
    }
    return [part.flatMap((member) => byId.get(member) ?? [])];
  });
};

const getCardBounds = ({ locationX, locationY, ports }: NodeRecord): CanvasBox => ({
  ...{ x: locationX, y: locationY, width: cardWidth, height: getCardHeight(ports) },
});

/** Finds the nearest of the notes that are above a part of the graph. */
const findNoteAbove = (notes: readonly NodeRecord[], part: readonly NodeRecord[]): NodeRecord | undefined => {
  const { x, y, width } = getBounds(part.map(getCardBounds));
  const getGap = ({ locationY }: NodeRecord): number => y - locationY;
  return notes
    .filter((note) => {
      const isBeside = note.locationX > x + width || note.locationX + noteWidth < x;
      return !isBeside && getGap(note) >= 0 && getGap(note) <= maxGap;
    })
    .sort((a, b) => getGap(a) - getGap(b))[0];
};

const findCommonest = (categories: readonly (string | undefined)[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const category of categories)
    if (category !== undefined) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts].reduce<readonly [string | undefined, number]>(
    (best, entry) => (entry[1] > best[1] ? entry : best),
    [undefined, 0],
  )[0];
};
