import {
  computeGraphVersion,
  toGraphDetailRecord,
  toGraphRecord,
  toConnectionRecord,
  toNodeRecord,
} from '../controller/graphs/graph-records.ts';
import { Result } from '../pipeline/result.ts';
import { requireNode } from '../controller/graphs/graph-store.ts';
import { streamGraphDetail, toVariableRecord } from './records.ts';
import type { graphOperations } from '#spec/rest/graphs.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const graphHandlers: Handlers<typeof graphOperations> = {
  /** A new graph contains a Start node and an OnNewFrame node. */
  async createGraph({ body, query }, { controller }) {
    const graph = await controller.createGraph({ ...body, replace: query.replace });
    return Result.edit({ graph, createValue: () => toGraphDetailRecord(controller.store, graph) });
  },

  listGraphs: (_, { controller }) => [...controller.store.graphs.values()].map(toGraphRecord),

  getGraph({ graph }, { controller: { store } }) {
    const detail = streamGraphDetail(store, graph);
    return Result.sliced({
      unsliced: detail,
      chunks: detail.form.chunks,
      recordCount: graph.nodes.size + graph.connections.size,
      version: () => computeGraphVersion(graph),
    });
  },

  renameGraph({ graph, body }, { controller }) {
    controller.renameGraph(graph, body.name);
    return Result.edit({ createValue: () => toGraphRecord(graph) });
  },

  async deleteGraph({ graph, query }, { controller }) {
    await controller.removeGraph(graph, query);
    return { graphId: graph.id, path: graph.path, fileDeleted: query.deleteFile };
  },

  /** Pending edits are written first, so that the remaining file contains the graph as it was when it was removed. */
  async removeGraph({ graph }, { controller }) {
    await controller.removeGraph(graph, { deleteFile: false });
    return { graphId: graph.id, path: graph.path, fileDeleted: false };
  },

  async saveGraph({ graph }, { controller }) {
    const { revision } = graph;
    await controller.saveGraph(graph);
    return { graphId: graph.id, path: graph.path, revision };
  },

  async duplicateGraph({ graph, body }, { controller }) {
    const copy = await controller.duplicateGraph(graph, body);
    return Result.edit({ graph: copy, createValue: () => streamGraphDetail(controller.store, copy) });
  },

  async extractGraph({ graph, body }, { controller }, { editSource }) {
    const { nodeIds, ...location } = body;
    const { store } = controller;
    const extracted = await controller.extractGraph(graph, nodeIds, location, editSource);
    return Result.edit({
      createValue: () => ({
        graph: toGraphRecord(extracted.graph),
        node: toNodeRecord(store, extracted.node),
        variables: extracted.variables.map(toVariableRecord),
        connections: extracted.connections.map(toConnectionRecord),
      }),
    });
  },

  inlineGraph({ graph, body }, { controller }) {
    const { store } = controller;
    const { nodes, connections, variables } = controller.inlineGraph(requireNode(store, body.nodeId, graph));
    return Result.edit({
      createValue: () => ({
        nodes: nodes.map((node) => toNodeRecord(store, node)),
        connections: connections.map(toConnectionRecord),
        variables: variables.map(toVariableRecord),
      }),
    });
  },

  /** Ports that are read afterwards have their values from the returned tick. */
  async syncPorts({ graph }, { controller }) {
    const { tick, ports } = await controller.syncPorts(graph);
    return { graphId: graph.id, tick, ports: [...ports] };
  },

  /** Edits reach the runtime only through this operation, or through calls with `sync`. */
  async syncGraph({ graph }, { controller }) {
    const { tick } = await controller.sync(graph);
    return { graphId: graph.id, synced: true as const, tick };
  },

  /** Runs the graph as it was last synced. `stale` says whether the graph has been edited since then. */
  async runGraph({ graph, query: { restart } }, { controller }) {
    const { tick, stale, started } = await controller.run(graph, { restart });
    return { graphId: graph.id, state: 'running' as const, stale, started, tick };
  },

  async sendEvent({ graph, body }, { controller }) {
    const { heard, tick } = await controller.sendCustomEvent(body, graph);
    return { name: body.name, heard, tick };
  },

  async sendEventToAll({ body }, { controller }) {
    const { heard, tick } = await controller.sendCustomEvent(body);
    return { name: body.name, heard, tick };
  },

  async stopGraph({ graph }, { controller }) {
    const { tick } = await controller.stop(graph);
    return { graphId: graph.id, state: 'stopped' as const, tick };
  },
};
