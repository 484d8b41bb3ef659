import type { GraphDocument } from '../../controller/graphs/graph-document.ts';
import { toGraphDetailRecord } from '../../controller/graphs/graph-records.ts';
import { stringifyGraphDetail } from '../../controller/graphs/record-json.ts';
import type { GraphStore } from '../../controller/graphs/graph-store.ts';
import { StreamedJson } from '../../pipeline/streamed-json.ts';

/** Streams a graph's details. The graph's records are created only if they are read. */
export const streamGraphDetail = (store: GraphStore, graph: GraphDocument) =>
  new StreamedJson(
    () => toGraphDetailRecord(store, graph),
    () => stringifyGraphDetail(store, graph),
  );
