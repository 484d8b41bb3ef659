import { pathTo } from '../target/id.ts';
import { describeReply } from '../target/http/describe-reply.ts';
import { defineAuditArea } from '../define-audit-area.ts';
import { mustRejectWithoutEffect } from '../audit-helpers/must-reject.ts';
import { findAnyNodeType, readGraphContents } from './build/read-graph-contents.ts';

const bulk = defineAuditArea('bulk', 'token', 'project');

const createNodeSpec = (category: string) => ({ category, locationX: 0, locationY: 0 });

export const bulkAudits = [
  bulk.audit('create', ['BULK-001'], async (t) => {
    const graph = await t.fixtures.graph();
    const category = await findAnyNodeType(t);
    const before = await readGraphContents(t, graph);
    const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes/bulk`, [
      createNodeSpec(category),
      createNodeSpec(category),
      createNodeSpec(category),
    ]);
    t.must(reply.ok, 'a bulk request creates three nodes', describeReply(reply));
    t.mustEqual(
      (await readGraphContents(t, graph)).nodes.length,
      before.nodes.length + 3,
      'three nodes were added',
    );
  }),
  bulk.audit('all-or-nothing', ['BULK-002'], async (t) => {
    const graph = await t.fixtures.graph();
    const category = await findAnyNodeType(t);
    const path = pathTo`/api/graphs/${graph.id}/nodes/bulk`;
    t.given((await t.http.post(path, [createNodeSpec(category)])).ok, 'a bulk request creates one node');
    t.given((await readGraphContents(t, graph)).nodes.length > 2, 'the nodes of a bulk request are listed');
    await mustRejectWithoutEffect(t, () => readGraphContents(t, graph), 'no success', {
      'a bulk request with one invalid spec': () =>
        t.http.post(path, [
          createNodeSpec(category),
          createNodeSpec('NoSuchNodeTypeAtAll'),
          createNodeSpec(category),
        ]),
    });
  }),
  bulk.audit('limit', ['BULK-003', 'LIMIT-003'], async (t) => {
    const graph = await t.fixtures.graph();
    const path = pathTo`/api/graphs/${graph.id}/nodes/bulk`;
    const category = await findAnyNodeType(t);
    const specs = (count: number) => Array.from({ length: count }, () => createNodeSpec(category));
    const largest = await t.http.post(path, specs(1000));
    const assertions = t.for('BULK-003', 'LIMIT-003');
    assertions.must(largest.ok, 'a bulk request creates 1000 nodes', describeReply(largest));
    const emptyGraph = await t.fixtures.graph();
    await mustRejectWithoutEffect(assertions, () => readGraphContents(t, emptyGraph), 'no success', {
      'a bulk request with 1001 nodes': () =>
        t.http.post(pathTo`/api/graphs/${emptyGraph.id}/nodes/bulk`, specs(1001)),
    });
  }),
];
