/** Tests the plain-text catalogs, which are meant for readers with limited space. */
import { expect, it } from 'vitest';
import { actions } from '#spec/actions/index.ts';
import { events } from '#spec/events.ts';
import { type ErrorBody, describeOnEveryHost } from '../../testing-on-every-host.ts';

interface Category {
  readonly nodes: readonly {
    readonly enumValue: string;
    readonly ports: readonly { readonly name: string }[];
  }[];
}

describeOnEveryHost('signatures', (host) => {
  const read = (path: string): Promise<Response> =>
    host.fetch(`${path}?form=signatures`, { headers: { 'X-API-Key': host.test.token } });

  const readLines = async (path: string): Promise<readonly string[]> =>
    (await (await read(path)).text())
      .replace(/^.*?\n\n/s, '')
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('## '));

  it('describe every node type with every port in less than 10 KiB', async () => {
    const text = await (await read('/api/node-types')).text();
    expect(Buffer.byteLength(text)).toBeLessThan(10 * 1024);
    const { body } = await host.call<Category[]>('GET', '/api/node-types');
    for (const { enumValue, ports } of body.flatMap(({ nodes }) => nodes)) {
      const line = text.split('\n').find((candidate) => candidate.startsWith(`${enumValue}(`));
      const names = line?.match(/(?<=[(,>])\w+/g) ?? [];
      expect(names, enumValue).toEqual(expect.arrayContaining(ports.map(({ name }) => name)));
    }
  });

  it('distinguish locks of axes from vectors', async () => {
    const lines = await readLines('/api/actions/schema');
    const line = lines.find((candidate) => candidate.startsWith('physics.setConstraints('));
    expect(line).toContain('freezePosition?:{x:b,y:b,z:b},freezeRotation?:{x:b,y:b,z:b}');
    expect(lines.find((candidate) => candidate.startsWith('tween.position('))).toContain('position:v');
  });

  it('contain types, options and defaults of inputs', async () => {
    expect(await readLines('/api/node-types')).toEqual(
      expect.arrayContaining([
        'Add(A,B)->Result',
        'SetPosition(In!,Object:o,Position:v,Space:World|Local)->Out!',
        'SetGravity(In!,Gravity:v=[0,-9.81,0])->Out!',
        'Sequence(In!,Count*:i=4)->Then0!,Then1!,Then2!,Then3!',
        'Note()',
      ]),
    );
  });

  it('describe every action and every event type', async () => {
    const actionLines = await readLines('/api/actions/schema');
    expect(actionLines).toHaveLength(Object.values(actions).flatMap(Object.keys).length);
    expect(actionLines).toContain(
      'transform.setPosition(object:o,position:v,space:world|local=world)->previous:v',
    );
    const eventLines = await readLines('/api/events/types');
    expect(eventLines).toHaveLength(Object.keys(events).length);
    expect(eventLines).toContain('variable.deleted(id:s,name:s,graphId?:s)');
    expect(eventLines.find((line) => line.startsWith('console.log'))).toContain('message:s');
  });

  it('are sent as plain text with the count of the list', async () => {
    const { headers } = await read('/api/node-types');
    expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('X-Total-Count')).toBe('20');
  });

  it.each(['/api/node-types', '/api/actions/schema', '/api/events/types'])(
    'are the only other form of %s',
    async (path) => {
      const { status, body } = await host.call<ErrorBody>('GET', `${path}?form=haiku`);
      expect([status, body.error.code]).toEqual([400, 'INVALID_QUERY']);
      expect(body.error.message).toContain('form');
    },
  );
});
