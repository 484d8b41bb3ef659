import { changeNote } from '#runtime/controller/graphs/note.ts';
import { notes } from '#spec/rest/notes.ts';
import { handle } from '../../pipeline/handle.ts';
import { noteRecord } from './note-record.ts';

export const updateNote = handle(notes.updateNote, ({ node, body }) => noteRecord(changeNote(node, body)));
