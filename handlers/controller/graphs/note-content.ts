import { ApiError } from '#spec/errors.ts';
import { type NoteContent, noteColors, noteFontSizes, noteFonts } from '#spec/note-styles.ts';
import { countLayoutEdit, markNodeChanged } from './change-tracking.ts';
import { recordNodeState } from './history/edit-history.ts';
import type { NodeDocument } from './graph-document.ts';
import { measureJsonBytes, remeasureNode, checkGraphSize } from './file-size.ts';

/** The requested changes to a note. Fields that are absent remain unchanged. */
type NoteChange = { readonly [K in keyof NoteContent]?: string | number | undefined };

const allowedStyles: readonly (readonly [keyof NoteContent, readonly (string | number)[]])[] = [
  ['font', noteFonts],
  ['color', noteColors],
  ['fontSize', noteFontSizes],
];

/**
 * Returns the content of a Note node.
 * @throws ApiError INVALID_REQUEST for a node of another type
 */
export const getNoteContent = ({ note, type, graph }: NodeDocument): NoteContent => {
  if (note) return note;
  throw new ApiError(
    'INVALID_REQUEST',
    `The node is of type ${type.enumValue}; only Note nodes have a note.`,
    undefined,
    `GET /api/graphs/${graph.id}/nodes shows the category of every node.`,
  );
};

/**
 * Changes either all of the given fields of a note, or none of them.
 * @throws ApiError INVALID_REQUEST for a node of another type, or INVALID_VALUE for an unknown font, color or size
 */
export const changeNoteContent = (node: NodeDocument, change: NoteChange): NoteContent => {
  const current = getNoteContent(node);
  for (const [field, available] of allowedStyles) {
    const requested = change[field];
    if (requested === undefined || available.includes(requested)) continue;
    throw new ApiError(
      'INVALID_VALUE',
      `'${field}' is '${requested}'; expected one of ${available.join(', ')}.`,
      { name: field, validOptions: [...available] },
      `GET /api/graphs/${node.graph.id}/nodes/${node.id}/note lists what is available.`,
    );
  }
  const valid = Object.entries(change).filter(([, value]) => value !== undefined);
  const note: NoteContent = { ...current, ...Object.fromEntries(valid) };
  checkGraphSize(node.graph, measureJsonBytes(note) - measureJsonBytes(current));
  node.note = note;
  recordNodeState(node, { note: current }, { note });
  remeasureNode(node);
  markNodeChanged(node);
  countLayoutEdit(node.graph);
  return node.note;
};
