import { changeNote } from '#runtime/controller/graphs/note.ts';
import { noteOperations } from '#spec/rest/notes.ts';
import { handle } from '../../pipeline/handle.ts';
import { noteRecord } from './note-record.ts';

export const updateNote = handle(noteOperations.updateNote, ({ node, body }) =>
  noteRecord(changeNote(node, body)),
);
