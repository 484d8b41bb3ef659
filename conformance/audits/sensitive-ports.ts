import { type TargetPort, toTempId } from '../audit-helpers/node-type-survey.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { isRecord, type JsonRecord, walkJson } from '../json.ts';
import type { Reply } from '../target/http/exchange.ts';
import { pathTo } from '../target/id.ts';
import { toRoutePath } from '../target/routes.ts';
import { createInputPort } from './port-values.ts';
import type { NodePort } from '../audit-helpers/fixtures.ts';

const sensitive = defineAuditArea('sensitive', 'token', 'project');

const likelyCause = 'the route bypasses redaction, or a setting exposes sensitive values';

/** Creates a string that no response contains by chance. */
const createSecret = (t: AuditTools): string => `kit-secret-${t.seed}-of-${t.manifest.namespace}`;

const isSensitiveInput = ({ record, direction, type }: TargetPort): boolean =>
  record.isSensitive === true && direction !== 'output' && type === 'String';

interface SensitivePort extends NodePort {
  readonly graphId: string;
}

/** Creates a node with an empty sensitive port. */
const createSensitivePort = async (t: AuditTools): Promise<SensitivePort> => {
  const graph = await t.fixtures.graph();
  const sensitivePort = await t.fixtures.tryPort(graph, isSensitiveInput);
  return sensitivePort
    ? { ...sensitivePort, graphId: graph.id }
    : t.unverified('a node type with a sensitive String port');
};

const createPortWithSecret = async (t: AuditTools): Promise<SensitivePort> => {
  const location = await createSensitivePort(t);
  const written = await t.fixtures.write(location.port.id, createSecret(t));
  t.givenSuccess(written, 'a text can be written to a sensitive port');
  return location;
};

/**
 * Returns paths of reads that show a port, or the node and graph that contain the port: documented paths first, then
 * other paths that a target may have.
 */
const listReadPaths = (t: AuditTools, { graphId, node, port }: SensitivePort) => {
  const portPath = pathTo`/api/ports/${port.id}`;
  const nodePath = pathTo`/api/nodes/${node.id}`;
  const graphRoute = t.route('getGraph');
  return {
    documentedPaths: [`${portPath}/value`, nodePath, pathTo`/api/graphs/${graphId}/nodes`],
    otherPaths: [portPath, `${nodePath}/ports`, ...(graphRoute ? [toRoutePath(graphRoute, graphId)] : [])],
  };
};

/** Returns the responses of all reads that may show the port, including reads sent in a batch. */
const readEverywhere = async (t: AuditTools, location: SensitivePort): Promise<readonly Reply[]> => {
  const { documentedPaths, otherPaths } = listReadPaths(t, location);
  const replies: Reply[] = [];
  for (const path of documentedPaths) {
    const reply = await t.http.get(path);
    t.givenSuccess(reply, `GET ${path} succeeds`);
    replies.push(reply);
  }
  for (const path of otherPaths) replies.push(await t.http.get(path));
  const operations = documentedPaths.map((path) => ({ method: 'GET', path }));
  replies.push(await t.http.post('/api/batch', { operations }));
  return replies.filter(({ ok }) => ok);
};

/** Returns the records of a port, wherever the responses contain them. */
const findPortRecords = (replies: readonly Reply[], port: TargetPort): readonly JsonRecord[] =>
  replies.flatMap(({ json }) =>
    [...walkJson(json)].filter(isRecord).filter(({ id, portId }) => id === port.id || portId === port.id),
  );

const containsSecret = (value: unknown, secret: string): boolean =>
  (JSON.stringify(value) ?? '').includes(secret);

/**
 * A target that is configured to expose sensitive values need not redact them. The audit runs only if the manifest
 * declares default settings, or if the target redacts the value in at least one place.
 */
const givenRedacts = (t: AuditTools, records: readonly JsonRecord[]): void => {
  const redacts = records.some(
    (record) => record.hasValue === true && !containsSecret(record, createSecret(t)),
  );
  t.given(
    redacts || t.manifest.defaultSettings,
    'a target that redacts sensitive values by default (defaultSettings of the manifest)',
  );
};

export const audits = [
  sensitive.audit('flag', ['PORT-003'], async (t) => {
    const flags = (await t.fixtures.palette()).nodes.flatMap(({ ports }) =>
      ports.map(({ record }) => record.isSensitive ?? false),
    );
    t.must(
      flags.every((flag) => typeof flag === 'boolean'),
      'isSensitive is a boolean where present',
    );
    const location = await createPortWithSecret(t);
    const records = findPortRecords(await readEverywhere(t, location), location.port).map(
      ({ isSensitive }) => isSensitive,
    );
    t.must(records.includes(true), 'a sensitive port still has isSensitive true after a write');
    t.must(!records.includes(false), 'no record of the port has isSensitive false');
  }),
  sensitive.with({ likelyCause }).audit('value', ['PORT-READ-002'], async (t) => {
    const unflagged = await createInputPort(t, 'String');
    t.given((await t.fixtures.write(unflagged.id, 'plain text')).ok, 'a text can be written');
    t.given(
      (await t.fixtures.read(unflagged.id)) === 'plain text',
      'a port that is not sensitive shows its text',
    );
    const location = await createPortWithSecret(t);
    const reads = await readEverywhere(t, location);
    givenRedacts(t, findPortRecords(reads, location.port));
    const [value] = reads;
    t.must(
      !containsSecret(value?.json, createSecret(t)),
      'GET value does not reveal the value of a sensitive port',
    );
    t.observe('a redacted value', t.fields.portValue(value?.json) ?? null);
  }),
  sensitive.with({ likelyCause }).audit('everywhere', ['SECRET-001'], async (t) => {
    const location = await createPortWithSecret(t);
    const reads = await readEverywhere(t, location);
    givenRedacts(t, findPortRecords(reads, location.port));
    for (const reply of reads) {
      t.must(
        !containsSecret(reply.json, createSecret(t)),
        `${reply.title} does not reveal the value of a sensitive port`,
      );
    }
  }),
  sensitive.audit('marks', ['SECRET-002', 'PORT-004'], async (t) => {
    const location = await createPortWithSecret(t);
    const records = findPortRecords(await readEverywhere(t, location), location.port);
    const redacted = records.filter((record) => !containsSecret(record, createSecret(t)));
    t.given(redacted.length > 0, 'a read that redacts the value');
    t.for('SECRET-002', 'PORT-004').must(
      redacted.some(({ isSensitive, hasValue }) => isSensitive === true && hasValue === true),
      'a port with a redacted value has isSensitive and hasValue, both true',
    );
    t.for('PORT-004').must(
      redacted.every(({ hasValue }) => hasValue === true || hasValue === undefined || hasValue === null),
      'hasValue of a written port is true wherever it is present',
    );
  }),
  sensitive.audit('write', ['SECRET-003'], async (t) => {
    const { graphId, node, port } = await createSensitivePort(t);
    for (const text of [createSecret(t), 'another text', createSecret(t)]) {
      const written = await t.fixtures.write(port.id, text);
      t.mustSucceed(written, 'a sensitive port accepts a text, also as a replacement');
      t.observe('the response to the write reveals the text', containsSecret(written.json, text));
    }
    if (port.name === undefined) return;
    const built = await t.http.post(pathTo`/api/graphs/${graphId}/build`, {
      nodes: [{ tempId: toTempId('a'), category: node.category, ports: { [port.name]: createSecret(t) } }],
      connections: [],
    });
    t.mustSucceed(built, 'a build writes a sensitive port');
    t.observe('the response to the build reveals the text', containsSecret(built.json, createSecret(t)));
  }),
];
