import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuditContext, defineAuditArea, type Need } from '../audit.ts';
import { serveTestTarget, type TestTarget } from '../target/http/testing-server.ts';
import { Manifest, type ManifestInput } from '../target/manifest.ts';
import { createSession } from '../target/session.ts';
import { runAudit } from './run-audit.ts';
import { createTestRunContext } from './testing-audits.ts';

/** A target whose health depends on a switch that the control sets. Its token is `right`. */
let target: TestTarget;
let enabled: boolean;
/** Whether turning the control off or on changes the switch. */
let isControlEffective: { off: boolean; on: boolean };

beforeEach(async () => {
  enabled = true;
  isControlEffective = { off: true, on: true };
  target = await serveTestTarget((request, response) => {
    if (request.url === '/off' && isControlEffective.off) enabled = false;
    if (request.url === '/on' && isControlEffective.on) enabled = true;
    const authenticated = request.headers['x-api-key'] === 'right';
    const isGated = request.url === '/api/types';
    response.writeHead(isGated && !(authenticated && enabled) ? 403 : 200, {
      'content-type': 'application/json',
    });
    response.end(
      JSON.stringify(
        isGated && authenticated && !enabled
          ? { error: { code: 'API_DISABLED', message: 'off' } }
          : { status: 'ok', runtimeConnected: true, apiEnabled: enabled, authenticated },
      ),
    );
  });
});

afterEach(() => target.close());

const getUrl = (): string => target.url;

const createVerb = (path: string) => ({ http: { method: 'POST', url: `${getUrl()}${path}` } });

const runTest = async (
  manifest: ManifestInput,
  body: (t: AuditContext) => Promise<void>,
  need: Need = 'condition:apiOff',
) => {
  const session = createSession({
    url: getUrl(),
    token: 'right',
    manifest: Manifest.parse({ timeouts: { control: 200 }, ...manifest }),
    validate: () => undefined,
    seed: 1,
    folder: '.',
  });
  try {
    const [outcome] = await runAudit(
      defineAuditArea('test', need).audit('off', ['HEALTH-015'], body),
      await createTestRunContext(session),
    );
    if (!outcome) throw new Error('no outcome');
    return outcome;
  } finally {
    session.close();
  }
};

const readHealth = async (t: AuditContext): Promise<void> => {
  const { http } = await t.underCondition('apiOff');
  t.mustEqual((await http.get('/api/health')).at('apiEnabled'), false, 'apiEnabled is false');
};

describe('a target in a condition', () => {
  it('is the target itself, put there by control and restored when the audit ends', async () => {
    const control = { 'api.disable': createVerb('/off'), 'api.enable': createVerb('/on') };
    expect(await runTest({ control }, readHealth)).toMatchObject({ status: 'PASS' });
    expect(enabled).toBe(true);
  });

  it('is restored by reset if no verb is the opposite, however the audit ended', async () => {
    const control = { 'api.disable': createVerb('/off'), reset: createVerb('/on') };
    const outcome = await runTest({ control }, async (t) => {
      await t.underCondition('apiOff');
      t.must(false, 'no');
    });
    expect(outcome.status).toBe('FAIL');
    expect(enabled).toBe(true);
  });

  it('is unavailable without a copy and without a way back; the message names the ways to provide it', async () => {
    const outcome = await runTest({ control: { 'api.disable': createVerb('/off') } }, readHealth);
    expect(outcome.status).toBe('NOT_VERIFIED');
    expect(outcome.message).toContain('instances.apiOff');
    expect(outcome.message).toContain('"api.disable" with control "api.enable" or control "reset"');
    expect(enabled).toBe(true);
  });

  it('is nobody’s fault when a verb shows no effect', async () => {
    isControlEffective.off = false;
    const control = { 'api.disable': createVerb('/off'), 'api.enable': createVerb('/on') };
    const outcome = await runTest({ control }, readHealth);
    expect(outcome).toMatchObject({ status: 'HARNESS_ERROR' });
    expect(outcome.message).toContain('The set-up of the condition apiOff failed');
  });

  it('turns the audit into a harness error if the target cannot be restored', async () => {
    isControlEffective.on = false;
    const control = { 'api.disable': createVerb('/off'), 'api.enable': createVerb('/on') };
    const outcome = await runTest({ control }, readHealth);
    expect(outcome).toMatchObject({ status: 'HARNESS_ERROR' });
    expect(outcome.message).toContain('failed to end the condition apiOff');
  });

  it('is a copy that is called with its own token', async () => {
    enabled = false;
    const instances = { apiOff: { url: getUrl(), token: 'right' } };
    expect(await runTest({ instances }, readHealth)).toMatchObject({ status: 'PASS' });
  });

  it.each([
    ['is not in the condition', () => ({ url: getUrl(), token: 'right' }), 'it was not seen that apiEnabled'],
    ['refuses its token', () => ({ url: getUrl(), token: 'wrong' }), 'refuses its token'],
    ['is not running', () => ({ url: 'http://127.0.0.1:1' }), 'does not answer'],
  ])('is nobody’s fault when the copy %s', async (_, instance, message) => {
    const outcome = await runTest({ instances: { apiOff: instance() } }, readHealth);
    expect(outcome.status).toBe('HARNESS_ERROR');
    expect(outcome.message).toContain(message);
  });
});

it('a condition whose effect cannot be confirmed is nobody’s fault', async () => {
  const control = { 'api.disable': createVerb('/off'), 'api.enable': createVerb('/on') };
  const outcome = await runTest({ control }, async (t) => {
    await t.underCondition('apiOff');
    t.harnessError('nothing is rejected');
    t.must(false, 'something is rejected');
  });
  expect(outcome).toMatchObject({
    status: 'HARNESS_ERROR',
    message: 'The set-up of a condition failed: it was not seen that nothing is rejected',
    isSetupFault: true,
  });
});

describe('a target that is put into a condition and back', () => {
  const control = () => ({ 'api.disable': createVerb('/off'), 'api.enable': createVerb('/on') });

  it('shows both changes before the audit ends', async () => {
    const states: boolean[] = [];
    const outcome = await runTest(
      { control: control() },
      async (t) => {
        const leave = await t.enterCondition('apiOff');
        states.push(enabled);
        await leave();
        states.push(enabled);
        t.mustEqual((await t.http.get('/api/health')).at('apiEnabled'), true, 'apiEnabled is true again');
      },
      'control:apiOff',
    );
    expect(outcome).toMatchObject({ status: 'PASS' });
    expect(states).toEqual([false, true]);
  });

  it('is never a copy', async () => {
    enabled = false;
    const instances = { apiOff: { url: getUrl(), token: 'right' } };
    const outcome = await runTest({ instances }, readHealth, 'control:apiOff');
    expect(outcome).toMatchObject({
      status: 'NOT_VERIFIED',
      message: expect.stringContaining('the manifest\'s control "api.disable" with control "api.enable"'),
    });
  });
});
