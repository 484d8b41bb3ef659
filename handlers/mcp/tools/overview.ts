import { firstOf, section } from '../brief.ts';
import { standingOf } from '../graph-text.ts';
import { tool } from '../tool.ts';

const most = 12;

export const overview = tool({
  name: 'overview',
  description:
    'What there is: runtime, project, graphs with how they stand, variables, objects of the scene.',
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
        `${name}: ${standingOf({ state, idle, synced })}, ${nodeCount} nodes`,
    );
    const variableLines = variables.map(
      ({ name, type, scope, value }) =>
        `${name}: ${type} = ${JSON.stringify(value)?.slice(0, 40)} (${scope})`,
    );
    const objects = (scene?.items ?? []).map(({ tag, name, type }) => `${tag ?? name}: ${type}`);
    return [
      `Runtime ${health.runtimeConnected ? 'connected' : 'not connected'}, project ${health.projectName ?? 'none'}.\n`,
      section(`graphs (${graphs.length})`, firstOf(graphLines, most, 'read_graph reads any of them by name')),
      section(`variables (${variables.length})`, firstOf(variableLines, most, 'GET /api/variables')),
      section(
        `scene objects (${objects.length})`,
        firstOf(objects, most, 'scene {"action": "scene.objects.list"}'),
      ),
    ].join('');
  },
});
