import { ApiError } from '#spec/errors.ts';
import { type NoteContent, noteColors, noteFontSizes, noteFonts } from '#spec/note-styles.ts';
import { countArrangement, touchNode } from './changes.ts';
import type { NodeDocument } from './document.ts';
import { jsonBytes, recountNode, requireRoom } from './size.ts';

/** What an author asks of a note; what is absent stays as it is. */
type NoteChange = { readonly [K in keyof NoteContent]?: string | number | undefined };

const choices = { font: noteFonts, color: noteColors, fontSize: noteFontSizes } as const;

/** @throws Fault INVALID_REQUEST for a node of another type */
export const noteOf = ({ note, type, graph }: NodeDocument): NoteContent => {
  if (note) return note;
  throw new ApiError(
    'INVALID_REQUEST',
    `The node is of type ${type.enumValue}; only Note nodes have a note.`,
    undefined,
    `GET /api/graphs/${graph.id}/nodes shows the category of every node.`,
  );
};

/**
 * Changes a note, all of the change or nothing.
 * @throws Fault INVALID_REQUEST for a node of another type; INVALID_VALUE for a font, colour or size that is not available
 */
export const changeNote = (node: NodeDocument, change: NoteChange): NoteContent => {
  const present = noteOf(node);
  for (const [field, available] of Object.entries(choices)) {
    const wanted = change[field as keyof typeof choices];
    if (wanted === undefined || (available as readonly unknown[]).includes(wanted)) continue;
    throw new ApiError(
      'INVALID_VALUE',
      `'${field}' is '${wanted}'; expected one of ${available.join(', ')}.`,
      { name: field, validOptions: [...available] },
      `GET /api/graphs/${node.graph.id}/nodes/${node.id}/note lists what is available.`,
    );
  }
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const note: NoteContent = { ...present, ...Object.fromEntries(given) };
  requireRoom(node.graph, jsonBytes(note) - jsonBytes(present));
  node.note = note;
  recountNode(node);
  touchNode(node);
  countArrangement(node.graph);
  return node.note;
};
