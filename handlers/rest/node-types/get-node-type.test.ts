import { expect, it } from 'vitest';
import { type ErrorBody, describeOnEveryHost } from '../../testing-on-every-host.ts';

interface NodeType {
  readonly ports: readonly { readonly name: string; readonly type: string }[];
}

describeOnEveryHost('a node type under settings', (host) => {
  const under = (path: string, values: string) =>
    host.call<NodeType & ErrorBody>(
      'GET',
      `/api/node-types/${path}?${new URLSearchParams({ values }).toString()}`,
    );
  const listPortNames = async (path: string, values: object) =>
    (await under(path, JSON.stringify(values))).body.ports.map(({ name }) => name);

  it('has the ports that a node with these values would have', async () => {
    expect(await listPortNames('FlowControl/Sequence', { Count: 2 })).toEqual([
      'In',
      'Count',
      'Then0',
      'Then1',
    ]);
    expect(await listPortNames('System/RunAction', { Action: 'time.setScale' })).toContain('scale');
    await host.call('POST', '/api/variables', { name: 'score', type: 'Integer' });
    const { body } = await under('Variables/GetVariable', '{"Variable":"score"}');
    expect(body.ports).toContainEqual(expect.objectContaining({ name: 'Value', type: 'Integer' }));
  });

  it('leaves nothing behind', async () => {
    const before = (await host.call('GET', '/api/graphs')).body;
    await under('FlowControl/Sequence', '{"Count":2}');
    expect((await host.call('GET', '/api/graphs')).body).toEqual(before);
    expect(await listPortNames('FlowControl/Sequence', {})).toHaveLength(6);
  });

  it.each([
    ['{"Count":', 'a JSON object'],
    ['[2]', 'a JSON object'],
    ['{"Size":2}', "'Size'"],
    ['{"Count":"many"}', 'Count'],
  ])('rejects %s, and says why', async (values, word) => {
    const { status, body } = await under('FlowControl/Sequence', values);
    expect([status, body.error.code]).toEqual([400, 'INVALID_QUERY']);
    expect(body.error.message).toContain(word);
  });
});
