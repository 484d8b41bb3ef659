import { getNoteContent } from '../../controller/graphs/note-content.ts';
import { noteOperations } from '#spec/rest/notes.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toNoteRecord } from '../records.ts';

export const getNote = defineHandler(noteOperations.getNote, ({ node }) =>
  toNoteRecord(getNoteContent(node)),
);
