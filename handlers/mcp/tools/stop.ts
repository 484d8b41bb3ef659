import { createGraphFinder } from '../resolve-names.ts';
import { defineTool } from '../define-tool.ts';
import { graphParameter } from './read-graph.ts';

export const stop = defineTool({
  name: 'stop',
  description: 'Stops a graph. Has no effect if it is not running.',
  input: { graph: graphParameter },
  async run({ graph }, access) {
    const { id, name, state } = (await createGraphFinder(access))(graph);
    await access.client.request('POST /api/graphs/{graphId}/stop', { params: { graphId: id } });
    return `${name}: stopped${state === 'running' ? '' : '; it was not running'}.`;
  },
});
