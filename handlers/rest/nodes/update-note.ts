import { changeNoteContent } from '../../controller/graphs/note-content.ts';
import { noteOperations } from '#spec/rest/notes.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toNoteRecord } from '../records.ts';

export const updateNote = defineHandler(noteOperations.updateNote, ({ node, body }) =>
  toNoteRecord(changeNoteContent(node, body)),
);
