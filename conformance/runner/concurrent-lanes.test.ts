import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuditContext, defineAuditArea, type Need } from '../audit.ts';
import { serveTestTarget, type TestTarget } from '../target/http/testing-server.ts';
import { Manifest } from '../target/manifest.ts';
import { createSession } from '../target/session.ts';
import { getLane, runConcurrently } from './concurrent-lanes.ts';
import { createTestRunContext } from './testing-audits.ts';
import type { RunContext } from './audit-context.ts';

let server: TestTarget;
let shared: RunContext;
/** The audits that are currently running. */
let running: Set<string>;
/** The audits that have run, in the order in which they were reported. */
let reportedAudits: [string, string][];
/** For each audit, the failure (if any) that occurred while another audit was running. */
let disturbed: (string | undefined)[];

beforeEach(async () => {
  running = new Set();
  reportedAudits = [];
  disturbed = [];
  server = await serveTestTarget((_, response) => response.end('{}'));
  const session = createSession({
    url: server.url,
    manifest: Manifest.parse({}),
    validate: () => undefined,
    seed: 7,
    folder: '.',
  });
  shared = await createTestRunContext(session);
});

afterEach(async () => {
  shared.session.close();
  await server.close();
});

const createAudit = (id: string, needs: readonly Need[], body: (t: AuditContext) => Promise<unknown>) =>
  defineAuditArea('test', ...needs).audit(id, ['HEALTH-001'], async (t) => {
    running.add(id);
    try {
      await t.http.get('/api/health');
      await body(t);
    } finally {
      running.delete(id);
    }
  });

const passAudit = async (t: AuditContext): Promise<void> => {
  t.must(true, 'all is well');
};

const runLanes = (...audits: Parameters<typeof runConcurrently>[0][number][]) =>
  runConcurrently(audits, shared, ({ id }, outcomes, before = []) => {
    for (const { status } of outcomes) reportedAudits.push([id, status]);
    disturbed.push(...before.map(({ message }) => message));
  });

describe('concurrent audits', () => {
  it('are reported one by one when a waiting audit runs beside an asking one', async () => {
    let resolveRendezvous = (): void => {};
    const rendezvous = new Promise<void>((resolve) => {
      resolveRendezvous = resolve;
    });
    await runLanes(
      createAudit('asks', [], async (t) => {
        await rendezvous;
        await passAudit(t);
      }),
      createAudit('waits', ['events'], async (t) => {
        await passAudit(t);
        resolveRendezvous();
      }),
    );
    expect(reportedAudits).toEqual([
      ['test/waits', 'PASS'],
      ['test/asks', 'PASS'],
    ]);
  });

  it('run again alone if another audit may have disturbed them', async () => {
    let attemptCount = 0;
    let resolveRendezvous = (): void => {};
    const rendezvous = new Promise<void>((resolve) => {
      resolveRendezvous = resolve;
    });
    await runLanes(
      createAudit('asks', [], async (t) => {
        attemptCount += 1;
        if (attemptCount === 1) resolveRendezvous();
        t.must(attemptCount > 1, 'nobody disturbs');
      }),
      createAudit('waits', ['events'], async (t) => {
        await rendezvous;
        await passAudit(t);
      }),
    );
    expect(reportedAudits).toEqual([
      ['test/waits', 'PASS'],
      ['test/asks', 'PASS'],
    ]);
    expect(disturbed).toEqual(['nobody disturbs']);
  });

  it('fail if they also fail alone', async () => {
    await runLanes(
      createAudit('asks', [], async (t) => t.must(false, 'it holds')),
      createAudit('waits', ['events'], passAudit),
    );
    expect(reportedAudits).toEqual([
      ['test/waits', 'PASS'],
      ['test/asks', 'FAIL'],
    ]);
  });

  it('run disruptive audits alone, and use separate names for what they create', async () => {
    const contexts: unknown[] = [];
    const createBody = (id: string) => async (t: AuditContext) => {
      contexts.push([id, t.manifest.namespace, [...running]]);
      await passAudit(t);
    };
    shared = {
      ...shared,
      session: {
        ...shared.session,
        manifest: Manifest.parse({ consent: { destructive: true } }),
      },
    };
    await runLanes(
      createAudit('alone', ['destructive'], createBody('alone')),
      createAudit('asks', [], passAudit),
      createAudit('waits', ['events'], createBody('waits')),
    );
    expect(contexts.toSorted()).toEqual([
      ['alone', 'conformance', ['alone']],
      ['waits', 'conformance-beside', expect.arrayContaining(['waits'])],
    ]);
  });
});

describe('the lane of an audit', () => {
  const copy = { instances: { noRuntime: { url: 'http://127.0.0.1:1' } }, control: {} };
  it.each<[string, readonly Need[], Parameters<typeof getLane>[1], string]>([
    ['asks', ['token', 'project'], copy, 'asks'],
    ['listens', ['token', 'events'], copy, 'waits'],
    ['works on a copy', ['condition:noRuntime'], copy, 'waits'],
    [
      'puts the target itself into a condition',
      ['condition:noRuntime'],
      { instances: {}, control: {} },
      'alone',
    ],
    ['stops the runtime', ['events', 'control:noRuntime'], copy, 'alone'],
    ['may harm', ['destructive'], copy, 'alone'],
  ])('that %s', (_, needs, manifest, lane) => {
    expect(getLane({ needs }, manifest)).toBe(lane);
  });

  it('that puts the target itself into a condition if it can', () => {
    const verb = { exec: ['true'] as [string] };
    const control = { 'project.close': verb, 'project.open': verb };
    const events = { needs: ['events'], entersConditions: ['noProject'] } as const;
    expect(getLane(events, copy)).toBe('waits');
    expect(getLane(events, { ...copy, control })).toBe('alone');
  });

  it('that checks all traffic', () => {
    expect(getLane({ phase: 'traffic' }, copy)).toBe('alone');
  });
});
