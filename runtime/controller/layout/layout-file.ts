/** The layout of a graph as its file has it: a head, and with each node where it was before (register: C-18, C-26). */
import * as z from 'zod';
import { AspectRatio, defaultAspectRatio, savingModes } from '#spec/rest/layout.ts';
import type { GraphDocument, GraphLayout } from '../graphs/document.ts';

export const LayoutHead = z.object({
  aspectRatio: AspectRatio.default(defaultAspectRatio),
  saved: z.object({ mode: z.enum(savingModes), savedAt: z.iso.datetime() }).optional(),
});

/** The place of a node before the layout that `saved` is about. */
export const Before = z.tuple([z.number(), z.number()]);

/** Nothing for a graph that was never laid out, so that its file does not grow by what nobody chose. */
export const layoutHead = ({ aspectRatio, saved }: GraphLayout): { layout?: z.input<typeof LayoutHead> } => {
  const head = {
    ...(aspectRatio !== defaultAspectRatio && { aspectRatio }),
    ...(saved && { saved: { mode: saved.mode, savedAt: saved.savedAt } }),
  };
  return Object.keys(head).length > 0 ? { layout: head } : {};
};

/** With the node rather than in the head: one line tells where a node went, and from where. */
export const placeBefore = ({ layout }: GraphDocument, nodeId: string): [number, number] | undefined => {
  const place = layout.saved?.positions.get(nodeId);
  return place && [place.x, place.y];
};

export const openLayout = (
  { aspectRatio, saved }: z.output<typeof LayoutHead>,
  nodes: readonly { readonly id: string; readonly before?: z.output<typeof Before> | undefined }[],
): GraphLayout => {
  const positions = new Map(
    nodes.flatMap(({ id, before }) => (before ? [[id, { x: before[0], y: before[1] }] as const] : [])),
  );
  return { aspectRatio, saved: saved && { ...saved, positions } };
};
