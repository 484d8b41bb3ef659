import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadAudits } from '../audits/index.ts';
import { requirements } from '../requirements/index.ts';
import { runConformance } from '../run-conformance.ts';
import { selectAudits } from '../runner/select-audits.ts';
import { createFieldSource, loadCustomReaders } from './field-readers/field-source.ts';
import { parseManifest, UsageError } from './manifest.ts';

const audits = await loadAudits();

describe('the target manifest', () => {
  it('may be empty', () => {
    expect(parseManifest('{}')).toMatchObject({ namespace: 'conformance', consent: { destructive: false } });
  });

  it('takes identity, claims, choices, instances and control', () => {
    const manifest = parseManifest(
      JSON.stringify({
        identity: { name: 'another', version: '2' },
        profiles: ['CORE', 'L2'],
        choices: { paths: { 'port.name': 'label' }, routes: { deleteGraph: 'DELETE /api/graphs/{graphId}' } },
        instances: { noRuntime: { url: 'http://127.0.0.1:9' } },
        control: { reset: { exec: ['./reset'] } },
        timeouts: { request: 100 },
      }),
    );
    expect(manifest.profiles).toEqual(['CORE', 'L2']);
    expect(manifest.choices.paths['port.name']).toBe('label');
    expect(manifest.timeouts).toMatchObject({ request: 100, audit: 60_000 });
  });

  it.each([
    ['{', /not JSON/],
    ['{"profiles":["CORE","L9"]}', /profiles\.1/],
    ['{"choices":{"routes":{"getGraph":"graphs"}}}', /choices\.routes\.getGraph/],
    ['{"nonsense":1}', /nonsense/],
    [
      '{"choices":{"paths":{"port.nam":"x"}}}',
      /choices\.paths: no such key: port\.nam; known are .*port\.name/,
    ],
    [
      '{"choices":{"paths":{"port.name":"a ? ("}}}',
      /choices\.paths\.port\.name: is not a valid expression: .*character/,
    ],
    [
      '{"choices":{"preparations":{"audio.seek":[{"action":"audio.play","gives":{"soundId":"a ? ("}}]}}}',
      /choices\.preparations\.audio\.seek\.0\.gives\.soundId: is not a valid expression: .*character/,
    ],
  ])('%s is rejected, naming the field', (text, message) => {
    expect(() => parseManifest(text)).toThrow(UsageError);
    expect(() => parseManifest(text)).toThrow(message);
  });
});

describe('the readers of a manifest', () => {
  const loaded = async (text: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'readers-'));
    try {
      await writeFile(join(folder, 'readers.mjs'), text);
      return await loadCustomReaders('./readers.mjs', folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  it('are functions by key', async () => {
    const readers = await loaded(
      "export default { 'port.direction': ({ id }, { node }) => (node.ins.includes(id) ? 'input' : 'output') }; export const options = (port) => port.choices;",
    );
    const source = createFieldSource({ paths: { options: 'options' }, customReaders: readers });
    const lookUp = source.createLookup({ requirements: ['PORT-001'] });
    expect(lookUp('port.direction', { id: 2 }, { node: { ins: [2] } })).toBe('input');
    expect(lookUp('options', { choices: ['A'], options: ['B'] })).toEqual(['A']);
    expect(source.readings()).toContainEqual({
      key: 'port.direction',
      how: 'module',
      where: 'choices.readers',
      requirements: 1,
    });
  });

  it.each([
    ["export default { 'port.way': () => 1 }", /port\.way.*not one of.*port\.direction/],
    ["export default { 'port.name': 'label' }", /no function as "port\.name"/],
    ["throw new Error('broken')", /cannot be loaded: broken/],
  ])('%s is rejected', async (text, message) => {
    await expect(loaded(text)).rejects.toThrow(UsageError);
    await expect(loaded(text)).rejects.toThrow(message);
  });
});

describe('the selection', () => {
  it('of a requirement brings its audits, of an audit its requirements', () => {
    const byRequirement = selectAudits(requirements, audits, ['CONN-CREATE-006']);
    expect(byRequirement.requirements.map(({ id }) => id)).toEqual(['CONN-CREATE-006']);
    expect(byRequirement.audits.map(({ id }) => id)).toEqual(['connections/duplicate']);
    const byAudit = selectAudits(requirements, audits, ['connections/duplicate']);
    expect(byAudit.requirements.map(({ id }) => id)).toEqual(['CONN-CREATE-006', 'ERR-022']);
  });

  it('runs audits of the complete traffic last, and with all others', () => {
    expect(selectAudits(requirements, audits, ['DOC-RESPONSE-001']).audits).toHaveLength(audits.length);
    expect(selectAudits(requirements, audits, ['DOC-RESPONSE-001'], true).audits).toHaveLength(1);
    expect(selectAudits(requirements, audits, undefined).audits.at(-1)?.phase).toBe('end');
  });

  it('rejects unknown ids', () => {
    expect(() => selectAudits(requirements, audits, ['NO-SUCH-001'])).toThrow(UsageError);
  });
});

describe('a run', () => {
  it('rejects an invalid address', async () => {
    await expect(runConformance({ url: 'nowhere' })).rejects.toThrow(UsageError);
    await expect(runConformance({ url: 'ftp://127.0.0.1' })).rejects.toThrow(UsageError);
  });

  it('rejects an unreadable manifest', async () => {
    await expect(
      runConformance({ url: 'http://127.0.0.1:1', manifestPath: '/no/such/file' }),
    ).rejects.toThrow(UsageError);
  });
});
