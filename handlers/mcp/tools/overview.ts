import { limitLines, formatSection } from '../format-text.ts';
import { formatGraphState } from '../format-graph.ts';
import { defineTool } from '../define-tool.ts';

const maxLines = 12;

export const overview = defineTool({
  name: 'overview',
  description: 'Lists what exists: runtime, project, graphs with their state, variables, scene objects.',
  isReadOnly: true,
  input: {},
  async run(_, { client }) {
    const health = await client.request('GET /api/health');
    const graphs = await client.request('GET /api/graphs');
    const variables = await client.request('GET /api/variables');
    const scene = health.runtimeConnected
      ? await client.request('GET /api/discovery/{dataType}', { params: { dataType: 'scene-objects' } })
      : undefined;
    const graphLines = graphs.map(
      ({ name, nodeCount, state, idle, synced }) =>
        `${name}: ${formatGraphState({ state, idle, synced })}, ${nodeCount} nodes`,
    );
    const variableLines = variables.map(
      ({ name, type, scope, value }) =>
        `${name}: ${type} = ${JSON.stringify(value)?.slice(0, 40)} (${scope})`,
    );
    const objects = (scene?.items ?? []).map(({ tag, name, type }) => `${tag ?? name}: ${type}`);
    return [
      `Runtime ${health.runtimeConnected ? 'connected' : 'not connected'}, project ${health.projectName ?? 'none'}.\n`,
      formatSection(
        `graphs (${graphs.length})`,
        limitLines(graphLines, maxLines, 'read_graph reads any of them by name'),
      ),
      formatSection(
        `variables (${variables.length})`,
        limitLines(variableLines, maxLines, 'GET /api/variables'),
      ),
      formatSection(
        `scene objects (${objects.length})`,
        limitLines(objects, maxLines, 'scene {"action": "scene.objects.list"}'),
      ),
    ].join('');
  },
});
