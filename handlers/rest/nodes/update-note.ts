import { changeNote } from '#runtime/graph/note.ts';
import { findGraph, findNode } from '#runtime/graph/store.ts';
import { notes } from '#spec/rest/notes.ts';
import { handle } from '../../pipeline/handle.ts';
import { noteRecord } from './note-record.ts';

export const updateNote = handle(notes.updateNote, ({ params, body }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  return noteRecord(changeNote(findNode(controller.store, params.nodeId, graph), body));
});
