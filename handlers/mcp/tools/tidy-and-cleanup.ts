import * as z from 'zod';
import { layoutModes } from '#spec/rest/layout.ts';
import { createGraphFinder } from '../resolve-names.ts';
import { defineTool } from '../define-tool.ts';

/** The maximum number of items of each kind in one call. */
const maxItems = 100;

export const tidyAndCleanup = defineTool({
  name: 'tidy_and_cleanup',
  description:
    'Arranges the nodes of graphs; deletes graphs with their files, variables and objects; clears the console.',
  input: {
    arrange: z.array(z.string()).max(maxItems).default([]).describe('Graphs'),
    mode: z.enum(layoutModes).default('layered-horizontal'),
    deleteGraphs: z.array(z.string()).max(maxItems).default([]),
    deleteVariables: z.array(z.string()).max(maxItems).default([]).describe('By name'),
    deleteObjects: z.array(z.string()).max(maxItems).default([]).describe('By tag'),
    clearConsole: z.boolean().default(false),
  },
  async run({ arrange, mode, deleteGraphs, deleteVariables, deleteObjects, clearConsole }, access) {
    const { client } = access;
    const graphs = [...arrange, ...deleteGraphs].map(await createGraphFinder(access));
    const variables = deleteVariables.length > 0 ? await client.request('GET /api/variables') : [];
    const changes: string[] = [];
    for (const { id, name } of graphs.slice(0, arrange.length)) {
      const { moved } = await client.request('POST /api/graphs/{graphId}/layout', {
        params: { graphId: id },
        body: { mode },
      });
      changes.push(`${name}: ${moved} nodes moved`);
    }
    for (const { id, name } of graphs.slice(arrange.length)) {
      await client.request('DELETE /api/graphs/{graphId}', {
        params: { graphId: id },
        query: { deleteFile: true },
      });
      changes.push(`${name} deleted`);
    }
    for (const { id, name } of variables.filter((variable) => deleteVariables.includes(variable.name))) {
      await client.request('DELETE /api/variables/{id}', { params: { id } });
      changes.push(`variable ${name} deleted`);
    }
    for (const object of deleteObjects) {
      await client.act('scene.objects.destroy', { object });
      changes.push(`object ${object} destroyed`);
    }
    if (clearConsole) {
      const { removed } = await client.request('DELETE /api/console');
      changes.push(`${removed} console entries removed`);
    }
    return changes.join('\n') || 'Nothing to do: pass at least one parameter.';
  },
});
