import { expect, it } from 'vitest';
import { type ErrorBody, describeOnEveryHost } from '../../testing-on-every-host.ts';

interface Entry {
  readonly message: string;
}

describeOnEveryHost('the console', ({ call }) => {
  /**
   * Writes two entries about nodes in a graph, one about this graph, one about another graph, and one without a graph.
   */
  const write = async () => {
    const contexts = [
      { graphId: 'one', nodeId: 'a' },
      { graphId: 'one', nodeId: 'b' },
      { graphId: 'one' },
      { graphId: 'two' },
    ];
    for (const context of contexts) {
      const message = Object.values(context).join(' ');
      await call('POST', '/api/actions/log/console', { message, context });
    }
    await call('POST', '/api/actions/log/console', { message: 'nobody', severity: 'warning' });
  };

  const read = async (query = '') => {
    const { body, headers } = await call<readonly Entry[]>('GET', `/api/console${query}`);
    return { messages: body.map(({ message }) => message), total: headers.get('X-Total-Count') };
  };

  it('can be read by graph and by node', async () => {
    await write();
    expect((await read('?graphId=one')).messages).toEqual(['one a', 'one b', 'one']);
    expect((await read('?nodeId=b')).messages).toEqual(['one b']);
    expect((await read('?graphId=two&nodeId=b')).messages).toEqual([]);
    expect((await read('?graphId=one&type=warning')).messages).toEqual([]);
  });

  it('reads a since without a time zone as UTC', async () => {
    await write();
    const { body } = await call<readonly { timestamp: string }[]>('GET', '/api/console');
    const last = body.at(-2)!.timestamp;
    expect((await read(`?since=${last}`)).messages).toEqual(['nobody']);
    expect((await read(`?since=${last.slice(0, -1)}`)).messages).toEqual(['nobody']);
    expect((await read(`?since=${last.slice(0, -1)}%2B01:00`)).messages).toHaveLength(5);
    expect((await call('GET', '/api/console?since=2026-01-02')).status).toBe(400);
  });

  it('is paged after filtering', async () => {
    await write();
    expect(await read('?graphId=one&limit=1')).toEqual({ messages: ['one'], total: '3' });
    expect(await read('?graphId=one&offset=1&limit=1')).toEqual({ messages: ['one b'], total: '3' });
  });

  it('deletes the filtered entries', async () => {
    await write();
    expect((await call('DELETE', '/api/console?nodeId=a')).body).toEqual({ removed: 1 });
    expect((await call('DELETE', '/api/console?type=warning')).body).toEqual({ removed: 1 });
    expect((await read()).messages).toEqual(['one b', 'one', 'two']);
    expect((await call('DELETE', '/api/console')).body).toEqual({ removed: 3 });
    expect((await call('DELETE', '/api/console')).body).toEqual({ removed: 0 });
    expect(await read()).toEqual({ messages: [], total: '0' });
  });

  it('deletes nothing for an invalid filter', async () => {
    await write();
    const { status, body } = await call<ErrorBody>('DELETE', '/api/console?type=grave');
    expect([status, body.error.code]).toEqual([400, 'INVALID_QUERY']);
    expect((await read()).messages).toHaveLength(5);
  });
});
