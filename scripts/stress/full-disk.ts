/**
 * Edits and saves on a 1 MB disk until long after the disk is full, then frees space on the disk. Needs `npm run
 * build`, and a user who is permitted to mount file systems.
 *
 * `npx tsx scripts/stress/full-disk.ts`
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { dirname } from 'node:path';
import {
  createWorkspace,
  runCli,
  type ServerProcess,
  startServer,
  type Workspace,
} from '../../fixtures/testing-cli.ts';
import { createServerClient } from '../../fixtures/server-client.ts';
import type { TestClient, TestResponse } from '../../handlers/testing-service.ts';
import { printReport, runAsScript } from './run-as-script.ts';

interface FullDiskReport {
  readonly saved: number;
  /** Number of saves that were rejected with SAVE_FAILED and the name of the file. */
  readonly rejected: number;
  /** Number of edits that were applied but not acknowledged, because the journal could not be written. */
  readonly unsaved: number;
  /** Number of edits that were rejected without being applied, because an earlier edit could not be saved. */
  readonly notApplied: number;
  readonly problems: readonly string[];
}

const runMount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;

/** Whether this user is permitted to mount a file system, which is needed to create a small disk. */
export const canMount = async (): Promise<boolean> => {
  const { project, dispose } = await createWorkspace();
  try {
    return runMount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', project) && unmount(project);
  } finally {
    await dispose();
  }
};

const unmount = (mountPoint: string): boolean => spawnSync('umount', [mountPoint]).status === 0;

/** The body of a response: a graph, the health or an error. */
interface ReplyBody {
  readonly id: string;
  readonly path: string;
  readonly unsavedSince?: string;
  readonly error?: {
    readonly code: string;
    readonly details?: { readonly applied?: boolean; readonly path?: string };
  };
}

const longText = 'x'.repeat(40_000);
const graphCount = 40;

/**
 * Tests a service on a small disk that becomes full.
 * @throws Error if the small disk can't be mounted
 */
export const testFullDisk = async (): Promise<FullDiskReport> => {
  const workspace = await createWorkspace();
  const { project } = workspace;
  if (!runMount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', project)) throw new Error(`cannot mount ${project}`);
  try {
    await writeFile(`${project}/project.json`, '{"format":1}');
    return await testFillAndRecover(workspace);
  } finally {
    unmount(project);
    await workspace.dispose();
  }
};

/** Device actions, which don't need the disk. */
const externalActions: readonly (readonly [action: string, parameters: Readonly<Record<string, unknown>>])[] =
  [
    ['process/start', { path: process.execPath, arguments: ['--version'] }],
    ['webhook/listen', { path: '/cue' }],
    ['midi/send', { device: 'Loopback', message: 'noteOn', channel: 1, data1: 60, data2: 100 }],
    ['streaming/simulate', { platform: 'twitch', kind: 'chat', data: { user: 'ada', message: 'hello' } }],
    ['output/set', { frameRate: 30 }],
  ];

/**
 * Runs device actions, which must work as usual although the disk is full.
 * @returns the actions that failed
 */
const runExternalActions = async (call: TestClient): Promise<string[]> => {
  const problems = [];
  for (const [action, parameters] of externalActions) {
    const { status, body } = await call('POST', `/api/actions/${action}`, parameters);
    if (status !== 200) problems.push(`${action} returned ${status}: ${JSON.stringify(body)}`);
  }
  return problems;
};

const testFillAndRecover = async (workspace: Workspace): Promise<FullDiskReport> => {
  const settings = { allowedPrograms: [dirname(process.execPath)], webhooks: { port: 0 } };
  await writeFile(workspace.settingsFile, JSON.stringify({ apiEnabled: true, ...settings }));
  const problems = await testStartTwiceWhileFull(workspace);
  const server = await startServer(workspace);
  const call = createServerClient(server);
  const ids: string[] = [];
  let savedCount = 0;
  let rejectedCount = 0;
  const edits = { unsaved: 0, notApplied: 0 };
  /** Whether an edit was acknowledged. If not, the error must say whether the edit was applied. */
  const isAcknowledged = ({ status, body }: TestResponse<ReplyBody>): boolean => {
    if (status < 300) return true;
    const { error } = body;
    const applied = error?.code === 'SAVE_FAILED' ? error.details?.applied : undefined;
    if (applied === undefined) problems.push(`an edit returned ${status}: ${JSON.stringify(body)}`);
    else edits[applied ? 'unsaved' : 'notApplied'] += 1;
    return false;
  };
  let lastGraph = { id: '', path: '' };
  for (let index = 0; index < graphCount; index += 1) {
    const graph = await call<ReplyBody>('POST', '/api/graphs', { name: `Graph ${index}` });
    if (isAcknowledged(graph)) {
      lastGraph = graph.body;
      const edit = await call<ReplyBody>('POST', `/api/graphs/${lastGraph.id}/build`, {
        nodes: [{ tempId: 'log', category: 'LogConsole', ports: { Message: longText } }],
        connections: [],
      });
      if (isAcknowledged(edit)) ids.push(lastGraph.id);
    }
    const save = await call<ReplyBody>('POST', `/api/graphs/${lastGraph.id}/save`);
    const { error } = save.body;
    if (save.status === 200) savedCount += 1;
    else if (error?.code === 'SAVE_FAILED' && error.details?.path === lastGraph.path) rejectedCount += 1;
    else problems.push(`a save returned ${save.status}: ${JSON.stringify(save.body)}`);
  }
  if (edits.unsaved === 0) problems.push('the disk was never full');
  if (edits.notApplied === 0) problems.push('edits were applied although none could be saved');
  problems.push(...(await runExternalActions(call)));
  problems.push(...(await testUpload(workspace, server, 500)));
  const isUnsaved = async (): Promise<boolean> =>
    (await call<ReplyBody>('GET', '/api/health')).body.unsavedSince !== undefined;
  if (!(await isUnsaved())) problems.push('health does not report unsavedSince');
  const { body: errors } = await call<{ items: { message: string }[] }>(
    'GET',
    '/api/console?type=error&wrap=true&limit=500',
  );
  const reportedFiles = errors.items.map(({ message }) =>
    message.slice(0, message.indexOf(' cannot be written')),
  );
  for (const file of new Set(reportedFiles)) {
    if (reportedFiles.filter((candidate) => candidate === file).length > 1)
      problems.push(`${file} was reported more than once`);
  }

  runMount('-o', 'remount,size=64m', workspace.project);
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (!(await isUnsaved())) break;
    await pause(100);
  }
  if (await isUnsaved()) problems.push('edits were not saved once there was room');
  const laterEdit = await call('POST', '/api/variables', { name: 'later', type: 'Integer' });
  problems.push(...(await testUpload(workspace, server, 201)));
  if (laterEdit.status !== 201) problems.push(`an edit returned ${laterEdit.status} once there was room`);
  await server.stop('SIGKILL');

  const restarted = await startServer(workspace);
  for (const id of ids) {
    const { body } = await createServerClient(restarted)('GET', `/api/graphs/${id}`);
    if (!JSON.stringify(body).includes(longText)) problems.push(`graph ${id} has lost its edit`);
  }
  problems.push(...(await testShutdownWhileFull(workspace, restarted, ids)));
  return { saved: savedCount, rejected: rejectedCount, ...edits, problems };
};

/** Uploads a file for which a full disk has no room, and checks that a failed upload leaves nothing behind. */
const testUpload = async (
  { project }: Workspace,
  { url, token }: ServerProcess,
  expectedStatus: number,
): Promise<string[]> => {
  const response = await fetch(`${url}/api/assets/files/large.bin`, {
    method: 'PUT',
    headers: { 'X-API-Key': token },
    body: new Uint8Array(2_000_000),
  });
  const text = await response.text();
  const problems = [];
  if (response.status !== expectedStatus || (expectedStatus === 500 && !text.includes('SAVE_FAILED')))
    problems.push(`an upload returned ${response.status}: ${text}`);
  const left = (await readdir(project, { recursive: true })).filter((name) => name.endsWith('.tmp'));
  if (left.length > 0) problems.push(`an upload has left ${left.join(', ')}`);
  return problems;
};

/**
 * Fills the disk to its last bytes.
 * @returns a function that frees the space again
 */
const fillToLastByte = async (project: string): Promise<() => Promise<void>> => {
  const ballast = `${project}/ballast`;
  await mkdir(ballast);
  for (let size = 4_000_000; size > 100; size /= 2) {
    const writeBallast = (): Promise<boolean> =>
      writeFile(`${ballast}/${size}-${Math.random()}`, 'x'.repeat(size)).then(
        () => true,
        () => false,
      );
    while (await writeBallast());
  }
  return () => rm(ballast, { recursive: true });
};

/** Checks that two services never open the same folder, even if there is no room for a lock file. */
const testStartTwiceWhileFull = async (workspace: Workspace): Promise<string[]> => {
  const freeSpace = await fillToLastByte(workspace.project);
  const first = await startServer(workspace);
  const { project, settingsFile } = workspace;
  const secondRun = await runCli([
    ...['serve', '--port', '0', '--project', project],
    ...['--settings-file', settingsFile],
  ]);
  await first.stop();
  await freeSpace();
  return secondRun.code === 2 && secondRun.stderr.includes('is open in')
    ? []
    : [`a second service exited with ${secondRun.code}: ${secondRun.stderr}`];
};

/** Checks that a service that shuts down while the disk is full reports what is not saved and exits with an error. */
const testShutdownWhileFull = async (
  { project }: Workspace,
  server: ServerProcess,
  ids: readonly string[],
): Promise<string[]> => {
  const freeSpace = await fillToLastByte(project);
  const renamed = await createServerClient(server)<ReplyBody>('PUT', `/api/graphs/${ids[0]}`, {
    name: 'Renamed on a full disk',
  });
  const { error } = renamed.body;
  const { code, stderr } = await server.stop();
  await freeSpace();
  const problems = [];
  if (error?.code !== 'SAVE_FAILED' || !error.details?.applied)
    problems.push(`an edit on the full disk returned ${renamed.status}: ${JSON.stringify(renamed.body)}`);
  if (code !== 1) problems.push(`the service exited with ${code}`);
  if (!/not everything is saved: .*ENOSPC/.test(stderr))
    problems.push(`the service did not report what is not saved: ${stderr}`);
  return problems;
};

await runAsScript(import.meta.url, {}, async () => printReport(await testFullDisk()));
