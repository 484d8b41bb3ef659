import { expect, it } from 'vitest';
import { type ErrorBody, describeOnEveryHost, findPortId } from './testing-on-every-host.ts';

describeOnEveryHost('a number that overflows', (host) => {
  /** Sends the body exactly as given, because JSON.stringify would change it. */
  const send = async (method: string, path: string, text: string) => {
    const headers = { 'X-API-Key': host.test.token, 'Content-Type': 'application/json' };
    const response = await host.fetch(path, { method, headers, body: text });
    return { status: response.status, body: (await response.json()) as ErrorBody };
  };

  it.each(['1e400', '-1e400', '{"a":[0,1e400]}', `1${'0'.repeat(400)}`])(
    'is rejected as %s',
    async (number) => {
      const { call, createGraph, createNode } = host;
      const graph = await createGraph();
      const node = await createNode(graph, 'SetVariable');
      const variable = (
        await call<{ id: string }>('POST', '/api/variables', { name: 'v', type: 'Generic', value: 1 })
      ).body;
      const calls: [method: string, path: string, text: string][] = [
        ['PUT', `/api/ports/${findPortId(node, 'Value')}/value`, `{"value":${number}}`],
        ['PUT', `/api/variables/${variable.id}/value`, `{"value":${number}}`],
        ['POST', '/api/variables', `{"name":"w","type":"Generic","value":${number}}`],
        ['POST', '/api/variables', `{"name":"w","type":"List","value":[${number}]}`],
        ['POST', `/api/graphs/${graph.id}/nodes`, `{"category":"SetVariable","ports":{"Value":${number}}}`],
        [
          'POST',
          `/api/graphs/${graph.id}/build`,
          `{"nodes":[{"tempId":"a","category":"SetVariable","ports":{"Value":${number}}}]}`,
        ],
        ['POST', `/api/graphs/${graph.id}/events`, `{"name":"go","payload":${number}}`],
        ['POST', '/api/actions/log/console', `{"message":${number}}`],
        ['POST', '/api/actions/text/format', `{"template":"{0}","values":[${number}]}`],
        ['PUT', '/api/objects/main-camera/components/Camera/near', `{"value":${number}}`],
      ];
      for (const [method, path, text] of calls) {
        const { status, body } = await send(method, path, text);
        expect([path, status]).toEqual([path, 400]);
        expect(body.error.message).toMatch(/overflow/);
      }
      const batch = { method: 'PUT', path: calls[0]![1], body: { value: '#' } };
      const { body } = await send(
        'POST',
        '/api/batch',
        JSON.stringify({ operations: [batch] }).replace('"#"', number),
      );
      expect(body).toMatchObject({ results: [{ status: 400 }] });
      const { body: list } = await call<{ value: unknown }[]>('GET', '/api/variables');
      expect(list.map(({ value }) => value)).toEqual([1]);
    },
  );

  it('is rejected by the MCP tools, which would send null', async () => {
    const graph = await host.createGraph('Talker');
    const node = await host.createNode(graph, 'SetVariable');
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'edit_graph', arguments: { graph: 'Talker', set: { 'SetVariable.Value': '#' } } },
    };
    const response = await host.fetch('/mcp', {
      method: 'POST',
      headers: {
        'X-API-Key': host.test.token,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(message).replace('"#"', '1e400'),
    });
    expect(await response.text()).toMatch(/overflow/);
    const { body } = await host.call<{ value: unknown }>(
      'GET',
      `/api/ports/${findPortId(node, 'Value')}/value`,
    );
    expect(body.value).toBeNull();
  });
});
