import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';

describeOnEveryHost('a search of node types', ({ call }) => {
  const search = async (text: string): Promise<readonly string[]> => {
    const { body } = await call<{ enumValue: string }[]>('GET', `/api/node-types/search?q=${text}`);
    return body.map(({ enumValue }) => enumValue);
  };

  it('finds by the type of a port, after matches in names', async () => {
    const found = await search('vector3');
    expect(found.slice(0, 2)).toEqual(['MakeVector3', 'SplitVector3']);
    expect(found).toContain('Raycast');
    expect(found).not.toContain('Add');
  });

  it('finds by synonyms, in any order', async () => {
    expect((await search('PositionSetter'))[0]).toBe('SetPosition');
    expect((await search('print'))[0]).toBe('LogConsole');
    expect((await search('wait')).slice(0, 3)).toEqual(['Delay', 'WaitFor', 'WaitAll']);
    expect(await search('instantiate')).toContain('SpawnObject');
  });

  it('finds nothing for nonsense', async () => {
    expect(await search('zzqqxx')).toEqual([]);
  });
});
