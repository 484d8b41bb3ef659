/** A graph's layout in its file: a header, and the previous position of each node (C-18, C-26). */
import * as z from 'zod';
import { AspectRatio, defaultAspectRatio, savedPositionModes } from '#spec/rest/layout.ts';
import { maxCanvasCoordinate } from '#spec/rest/nodes.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import type { GraphDocument, GraphLayout } from '../graphs/graph-document.ts';

const SavedLayoutHead = z.object({
  aspectRatio: AspectRatio.default(defaultAspectRatio),
  saved: z.object({ mode: z.enum(savedPositionModes), savedAt: z.iso.datetime() }).optional(),
});

const createCoordinateSchema = () => z.number().min(-maxCanvasCoordinate).max(maxCanvasCoordinate);

/** A node's position before the layout that `saved` describes. */
export const PreviousPosition = z.tuple([createCoordinateSchema(), createCoordinateSchema()]);

/**
 * Serializes a graph's layout settings. Returns nothing if the graph has no layout, so that the graph's file contains
 * no default settings.
 */
export const serializeLayoutHead = ({
  aspectRatio,
  saved,
}: GraphLayout): { layout?: z.input<typeof SavedLayoutHead> } => {
  const head = {
    ...(aspectRatio !== defaultAspectRatio && { aspectRatio }),
    ...(saved && { saved: { mode: saved.mode, savedAt: saved.savedAt } }),
  };
  return Object.keys(head).length > 0 ? { layout: head } : {};
};

/**
 * Returns the previous position to save with a node. The position is saved with the node rather than in the header, so
 * that one line of a diff shows both positions of the node.
 */
export const getPreviousPosition = (
  { layout }: GraphDocument,
  nodeId: string,
): [number, number] | undefined => {
  const position = layout.saved?.positions.get(nodeId);
  return position && [position.x, position.y];
};

/**
 * Parses the layout in a graph file.
 * @param onProblem a function that is called when the header is invalid; the graph then opens without a layout
 */
export const parseSavedLayout = (
  layout: unknown,
  nodes: readonly { readonly id: string; readonly before?: unknown }[],
  onProblem: (problem: string) => void,
): GraphLayout => {
  const head = SavedLayoutHead.safeParse(layout ?? {}, validationMessages);
  if (!head.success) {
    onProblem(describeFirstProblem(head.error, 'layout'));
    return { aspectRatio: defaultAspectRatio, saved: undefined };
  }
  const { aspectRatio, saved } = head.data;
  if (!saved) return { aspectRatio, saved };
  const positions = new Map(
    nodes.flatMap(({ id, before }) => {
      const position = PreviousPosition.safeParse(before).data;
      return position ? [[id, { x: position[0], y: position[1] }] as const] : [];
    }),
  );
  return { aspectRatio, saved: { ...saved, positions } };
};
