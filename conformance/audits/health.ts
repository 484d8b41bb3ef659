import { isRecord } from '../json.ts';
import { defineAuditArea } from '../audit.ts';

const health = defineAuditArea('health');
const healthWithToken = defineAuditArea('health', 'token');

const semanticVersionPattern = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/** Routes of the orientation document: as plain text, and as a rendered page. */
const orientationRoutes = ['/llms.txt', '/llms'];

const settingsFile = 'api-security-settings.json';

export const audits = [
  health.audit('fields', ['HEALTH-001', 'HEALTH-002', 'HEALTH-003', 'OVER-RUNTIME-002'], async (t) => {
    const reply = await t.http.get('/api/health');
    t.for('HEALTH-001').must(reply.ok, 'health succeeds', { actual: reply.status });
    t.for('HEALTH-001').mustEqual(reply.at('status'), 'ok', 'status is ok');
    const runtime = t.for('HEALTH-002', 'OVER-RUNTIME-002');
    runtime.mustEqual(typeof reply.at('runtimeConnected'), 'boolean', 'runtimeConnected is a boolean');
    const project = reply.at('projectName');
    t.for('HEALTH-003').must(
      project === null || typeof project === 'string',
      'projectName is a string or null',
      { actual: project },
    );
  }),
  health.audit('version', ['HEALTH-004', 'VERSION-003'], async (t) => {
    const version = (await t.http.get('/api/health')).at('apiVersion');
    const isVersion = typeof version === 'string' && semanticVersionPattern.test(version);
    t.for('HEALTH-004', 'VERSION-003').must(isVersion, 'apiVersion is a semantic version', {
      actual: version,
    });
  }),
  healthWithToken.audit('authenticated', ['HEALTH-006', 'HEALTH-008', 'AUTH-HEADER-001'], async (t) => {
    const without = await t.http.get('/api/health', { token: null });
    t.for('HEALTH-006').mustEqual(
      without.at('authenticated'),
      false,
      'authenticated is false without a token',
    );
    const wrongToken = await t.http.get('/api/health', { token: 'no-such-token' });
    t.for('HEALTH-006').mustEqual(
      wrongToken.at('authenticated'),
      false,
      'authenticated is false with a wrong token',
    );
    const withToken = await t.http.get('/api/health');
    t.for('HEALTH-006', 'AUTH-HEADER-001').mustEqual(
      withToken.at('authenticated'),
      true,
      'authenticated is true with the token in X-API-Key',
    );
    const auth = withToken.at('auth');
    t.for('HEALTH-008').must(
      withToken.at('authenticated') === true && (auth === undefined || auth === null),
      'auth is absent for an authenticated caller',
      { actual: withToken.json },
    );
  }),
  health.audit('auth-object', ['HEALTH-007', 'HEALTH-009', 'HEALTH-010'], async (t) => {
    const reply = await t.http.get('/api/health', { token: null });
    t.for('HEALTH-007').must(isRecord(reply.at('auth')), 'auth is an object for a caller without a token', {
      actual: reply.json,
    });
    t.for('HEALTH-009').mustEqual(reply.at('auth.required'), true, 'auth.required is true');
    t.for('HEALTH-010').mustEqual(reply.at('auth.header'), 'X-API-Key', 'auth.header is X-API-Key');
  }),
  health.audit('auth-docs', ['HEALTH-011'], async (t) => {
    const docs = (await t.http.get('/api/health', { token: null })).at('auth.docs');
    t.must(orientationRoutes.includes(String(docs)), 'auth.docs is the path of the orientation document', {
      expected: orientationRoutes,
      actual: docs,
    });
    const reply = await t.http.get(String(docs), { token: null });
    t.must(reply.ok && reply.text.length > 0, 'the orientation document exists', { actual: reply.status });
  }),
  health.audit('loopback-hints', ['HEALTH-012'], async (t) => {
    if (!t.target.loopback) t.unverified('a target on loopback');
    const reply = await t.http.get('/api/health', { token: null });
    for (const field of ['auth.tokenFile', 'auth.howToEnable']) {
      const hint = reply.at(field);
      t.must(typeof hint === 'string' && hint !== '', `a loopback caller receives ${field}`, {
        actual: hint,
      });
    }
    const tokenFile = reply.at('auth.tokenFile');
    t.must(String(tokenFile).endsWith(settingsFile), `auth.tokenFile is the path of ${settingsFile}`, {
      actual: tokenFile,
    });
  }),
  healthWithToken.audit('enabled', ['HEALTH-005'], async (t) => {
    const enabled = (await t.http.get('/api/health')).at('apiEnabled');
    t.mustEqual(typeof enabled, 'boolean', 'apiEnabled is a boolean');
    const gated = await t.http.get('/api/types');
    t.must(
      gated.ok === enabled,
      'apiEnabled shows whether routes that need the token serve a caller who has it',
      { expected: enabled, actual: gated.status },
    );
  }),
];
