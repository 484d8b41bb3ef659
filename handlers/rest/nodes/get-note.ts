import { noteOf } from '#runtime/graph/note.ts';
import { findGraph, findNode } from '#runtime/graph/store.ts';
import { notes } from '#spec/rest/notes.ts';
import { handle } from '../../pipeline/handle.ts';
import { noteRecord } from './note-record.ts';

export const getNote = handle(notes.getNote, ({ params }, { controller }) => {
  const graph = findGraph(controller.store, params.graphId);
  return noteRecord(noteOf(findNode(controller.store, params.nodeId, graph)));
});
