import type { GraphDocument } from '#runtime/controller/graphs/document.ts';
import { graphDetail } from '#runtime/controller/graphs/records.ts';
import { detailPieces } from '#runtime/controller/graphs/record-text.ts';
import type { GraphStore } from '#runtime/controller/graphs/store.ts';
import { StreamedJson } from '../../pipeline/streamed-json.ts';

/** Streams the detail of a graph. Its records are created only if they are read. */
export const streamGraphDetail = (store: GraphStore, graph: GraphDocument) =>
  new StreamedJson(
    () => graphDetail(store, graph),
    () => detailPieces(store, graph),
  );
