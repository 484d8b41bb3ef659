import { changeNoteContent, getNoteContent } from '../controller/graphs/note-content.ts';
import { toNoteRecord } from './records.ts';
import type { noteOperations } from '#spec/rest/notes.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const noteHandlers: Handlers<typeof noteOperations> = {
  getNote: ({ node }) => toNoteRecord(getNoteContent(node)),

  updateNote: ({ node, body }) => toNoteRecord(changeNoteContent(node, body)),
};
