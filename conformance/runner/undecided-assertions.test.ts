import { describe, expect, it } from 'vitest';
import { serveTestTarget } from '../target/http/testing-server.ts';
import { createParameterCheck } from './undeclared-parameters.ts';
import { Manifest, type ManifestInput } from '../target/manifest.ts';
import { runTestAudit } from './testing-audits.ts';
import type { AuditContext } from '../audit.ts';
import type { ActionDefinition } from '../target/action-schema.ts';
import type { AuditOutcome } from './audit-outcome.ts';

const runWith = async (
  body: unknown,
  audit: (t: AuditContext) => Promise<unknown>,
  manifest?: ManifestInput,
): Promise<AuditOutcome | undefined> => {
  const server = await serveTestTarget((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  try {
    return await runTestAudit(server.url, audit, manifest);
  } finally {
    await server.close();
  }
};

/** Asserts that the only component has three properties. */
const assertCount = async (t: AuditContext): Promise<void> => {
  const { json } = await t.http.get('/api/objects/a/components/b');
  t.mustEqual(t.fields.read(json, 'component.count'), 3, 'three properties are counted');
};

describe('a failed assertion about a value', () => {
  it('is undecided if the value may be in a field that the kit does not know', async () => {
    expect(await runWith({ tally: 3 }, assertCount)).toMatchObject({
      status: 'NOT_VERIFIED',
      message: expect.stringContaining('choices.paths "component.count"'),
    });
  });

  it('fails if the value was found', async () => {
    expect(await runWith({ propertyCount: 4, tally: 3 }, assertCount)).toMatchObject({ status: 'FAIL' });
  });

  it('fails if nothing in the record can be the value', async () => {
    expect(await runWith({ title: 'Mesh' }, assertCount)).toMatchObject({ status: 'FAIL' });
  });

  it('fails if the manifest states where the value is, and it is not there', async () => {
    const manifest = { choices: { paths: { 'component.count': 'properties.size' } } };
    expect(await runWith({ tally: 3 }, assertCount, manifest)).toMatchObject({ status: 'FAIL' });
  });

  it('ignores a value of another kind in a usual field', async () => {
    const readHint = async (t: AuditContext): Promise<void> => {
      const { json } = await t.http.get('/api/node-types/search');
      t.must(t.fields.read(json, 'search.hint') === 'see the list', 'the hint is found');
    };
    expect(await runWith({ hint: 7, message: 'see the list' }, readHint)).toMatchObject({ status: 'PASS' });
  });
});

describe('the check of action parameters', () => {
  const actions: readonly ActionDefinition[] = [
    {
      name: 'animation.playSet',
      path: undefined,
      parameters: [{ name: 'members', schema: {}, required: true }],
      result: undefined,
    },
    { name: 'scene.reset', path: undefined, parameters: [], result: undefined },
  ];
  const check = (path: string, body: unknown, manifest: ManifestInput = {}): string | undefined =>
    createParameterCheck(
      actions,
      Manifest.parse(manifest),
    )({
      transport: 'http',
      request: { method: 'POST', url: `http://localhost${path}`, headers: {}, body: JSON.stringify(body) },
      ms: 1,
    });

  it('finds a parameter that the target does not declare', () => {
    expect(check('/api/actions/animation/playSet', { items: [] })).toBe('"items" of animation.playSet');
    expect(check('/api/actions/animation/play-set', { items: [] })).toBe('"items" of animation.play-set');
  });

  it('accepts declared, described and configured parameters in any case', () => {
    expect(check('/api/actions/animation/playSet', { MEMBERS: [], Additive: true })).toBeUndefined();
    const manifest = { choices: { actions: { 'animation.playSet': { items: [] } } } };
    expect(check('/api/actions/animation/playSet', { items: [] }, manifest)).toBeUndefined();
  });

  it('knows nothing about an action whose parameters it could not read', () => {
    expect(check('/api/actions/scene/reset', { anything: 1 })).toBeUndefined();
    expect(check('/api/actions/scene/unknown', { anything: 1 })).toBeUndefined();
  });
});
