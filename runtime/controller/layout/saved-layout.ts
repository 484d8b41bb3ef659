/** The layout of a graph as its file has it: a head, and with each node where it was before (C-18, C-26). */
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

/** The place of a node before the layout that `saved` is about. */
export const PreviousPosition = z.tuple([createCoordinateSchema(), createCoordinateSchema()]);

/** Nothing for a graph that was never laid out, so that its file does not grow by what nobody chose. */
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

/** With the node rather than in the head: one line tells where a node went, and from where. */
export const getPreviousPosition = (
  { layout }: GraphDocument,
  nodeId: string,
): [number, number] | undefined => {
  const place = layout.saved?.positions.get(nodeId);
  return place && [place.x, place.y];
};

/**
 * The layout that a file tells of.
 * @param onProblem takes what is wrong with the head of the layout, which is then as of a graph that was never laid out
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
      const place = PreviousPosition.safeParse(before).data;
      return place ? [[id, { x: place[0], y: place[1] }] as const] : [];
    }),
  );
  return { aspectRatio, saved: { ...saved, positions } };
};
