import type { GraphDocument } from '#runtime/controller/graphs/document.ts';
import { graphDetail } from '#runtime/controller/graphs/records.ts';
import { detailPieces } from '#runtime/controller/graphs/record-text.ts';
import type { GraphStore } from '#runtime/controller/graphs/store.ts';
import { Written } from '../../pipeline/written.ts';

/** The detail of a graph, which has no records before somebody looks into them. */
export const writtenDetail = (store: GraphStore, graph: GraphDocument) =>
  new Written(
    () => graphDetail(store, graph),
    () => detailPieces(store, graph),
  );
