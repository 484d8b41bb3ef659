import { noteOf } from '#runtime/controller/graphs/note.ts';
import { noteOperations } from '#spec/rest/notes.ts';
import { handle } from '../../pipeline/handle.ts';
import { noteRecord } from './note-record.ts';

export const getNote = handle(noteOperations.getNote, ({ node }) => noteRecord(noteOf(node)));
