import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuditContext, defineAuditArea } from '../audit.ts';
import { serveTestTarget, type TestTarget } from '../target/http/testing-server.ts';
import { parseManifest } from '../target/manifest.ts';
import { createSession } from '../target/session.ts';
import { runAudit } from './run-audit.ts';
import { createTestRunContext } from './testing-audits.ts';
import type { AuditOutcome } from './audit-outcome.ts';

/** A server that shows a variable's value under an unusual field name, and rejects requests to create a variable. */
let server: TestTarget;

beforeEach(async () => {
  server = await serveTestTarget(({ method }, response) => {
    response.writeHead(method === 'GET' ? 200 : 409, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'v1', held: 7 }));
  });
});

afterEach(() => server.close());

const runTest = async (choices: unknown, body: (t: AuditContext) => Promise<unknown>) => {
  const session = createSession({
    url: server.url,
    manifest: parseManifest(JSON.stringify({ choices })),
    validate: () => undefined,
    seed: 7,
    folder: '.',
  });
  const [outcome] = await runAudit(
    defineAuditArea('test').audit('one', ['HEALTH-001'], body),
    await createTestRunContext(session),
  );
  session.close();
  return {
    outcome: outcome as AuditOutcome,
    readings: session.source.readings().filter(({ requirements }) => requirements > 0),
  };
};

const readVariable = async (t: AuditContext) => {
  const { json } = await t.http.get('/api/variables/v1');
  const value = t.fields.read(json, 'variable.value');
  t.given(value !== undefined, 'a variable that shows its value');
  t.mustEqual(value, 7, 'the value');
};

describe('an audit that cannot read what it needs', () => {
  it('names the key that would help', async () => {
    const { outcome, readings } = await runTest({}, readVariable);
    expect(outcome.status).toBe('NOT_VERIFIED');
    expect(outcome.message).toBe(
      'Not given: a variable that shows its value (not found, choices.paths can name it: "variable.value": the value of a variable)',
    );
    expect(readings).toMatchObject([{ key: 'variable.value', how: 'not found', requirements: 1 }]);
  });

  it('passes with that key', async () => {
    const { outcome, readings } = await runTest({ paths: { 'variable.value': 'held' } }, readVariable);
    expect(outcome.status).toBe('PASS');
    expect(readings).toEqual([{ key: 'variable.value', how: 'manifest', where: 'held', requirements: 1 }]);
  });

  it('says that the claim of the manifest is wrong', async () => {
    const { outcome } = await runTest({ paths: { 'variable.value': 'current' } }, readVariable);
    expect(outcome.message).toBe(
      'The manifest says that the value of a variable is read by current ("variable.value"), but that is not so: nothing was found. Not given: a variable that shows its value',
    );
  });

  it('names no key that was found elsewhere, because the field is then really absent', async () => {
    const { outcome } = await runTest({}, async (t) => {
      t.fields.read({ value: 7 }, 'variable.value');
      await readVariable(t);
    });
    expect(outcome.message).toBe('Not given: a variable that shows its value');
  });

  it('names no key of an earlier line', async () => {
    const { outcome } = await runTest({}, async (t) => {
      const { json } = await t.http.get('/api/variables/v1');
      t.fields.read(json, 'variable.value');
      t.given(true, 'a variable');
      t.given((await t.http.post('/api/graphs', {})).ok, 'a graph can be created');
    });
    expect(outcome.message).toBe('Not given: a graph can be created');
  });

  it('names a key that was read before a line that needs no reading', async () => {
    const { outcome } = await runTest({}, async (t) => {
      const { ok, json } = await t.http.get('/api/variables/v1');
      const value = t.fields.read(json, 'variable.value');
      t.given(ok, 'a variable');
      t.given(value !== undefined, 'a value');
    });
    expect(outcome.message).toContain(
      'Not given: a value (not found, choices.paths can name it: "variable.value"',
    );
  });

  it('does not take a record for the value of a port', async () => {
    const { outcome } = await runTest({}, async (t) => {
      t.mustEqual(t.fields.portValue((await t.http.get('/api/ports/p/value')).json), 7, 'the value');
    });
    expect(outcome).toMatchObject({ status: 'NOT_VERIFIED' });
    expect(outcome.message).toContain('"port.value"');
  });
});

describe('a precondition that fails on what the manifest names', () => {
  it.each([
    [
      { routes: { createVariable: 'POST /api/variables', deleteVariable: 'DELETE /api/variables/{id}' } },
      '/api/variables',
      'choices.routes.createVariable is POST /api/variables',
    ],
    [
      { actions: { 'log.console': { text: 'x' } } },
      '/api/actions/log/console',
      'its call of log.console succeeds',
    ],
  ])('%j', async (choices, path, hint) => {
    const { outcome } = await runTest(choices, async (t) => {
      t.given((await t.http.post(path, {})).ok, 'it can be done');
    });
    expect(outcome.message).toBe(
      `The manifest says that ${hint}, but that is not so: POST ${path} answered 409. Not given: it can be done`,
    );
  });

  it('says nothing about calls that it does not name', async () => {
    const { outcome } = await runTest({ routes: { createVariable: 'POST /api/variables' } }, async (t) => {
      t.given((await t.http.post('/api/graphs', {})).ok, 'a graph can be created');
    });
    expect(outcome.message).toBe('Not given: a graph can be created');
  });
});
