import { pathTo } from '../target/id.ts';
import { describeReply } from '../target/http/describe-reply.ts';
import { isRecord, walkJson } from '../json.ts';
import { toRoutePath } from '../target/optional-routes.ts';
import { defineAuditArea } from '../define-audit-area.ts';
import { createInputPort } from './values/port-values.ts';
import { toTempId } from '../audit-helpers/temp-ids.ts';
import type { AuditTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';
import type { JsonRecord } from '../json.ts';
import type { NodePort } from '../audit-helpers/fixtures.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';

const sensitive = defineAuditArea('sensitive', 'token', 'project');

const likelyCause =
  'the route shows the port without going through redaction, or sensitive values are exposed by a setting';

/** A text that stands in no answer by chance. */
const createSecret = (t: AuditTools): string => `kit-secret-${t.seed}-of-${t.manifest.namespace}`;

const isSensitiveInput = ({ record, direction, type }: TargetPort): boolean =>
  record.isSensitive === true && direction !== 'output' && type === 'String';

interface SensitivePort extends NodePort {
  readonly graphId: string;
}

/** A fresh node with a port that takes a secret, and nothing written to it. */
const createSensitivePort = async (t: AuditTools): Promise<SensitivePort> => {
  const graph = await t.fixtures.graph();
  const found = await t.fixtures.tryPort(graph, isSensitiveInput);
  return found ? { ...found, graphId: graph.id } : t.unverified('a node type with a sensitive String port');
};

const createPortWithSecret = async (t: AuditTools): Promise<SensitivePort> => {
  const place = await createSensitivePort(t);
  const written = await t.fixtures.write(place.port.id, createSecret(t));
  t.given(written.ok, 'a text can be written to a sensitive port', describeReply(written));
  return place;
};

/** Paths that read a port or what it is part of: the stated ones, then those that a target may have besides. */
const listReadPaths = (t: AuditTools, { graphId, node, port }: SensitivePort) => {
  const portPath = pathTo`/api/ports/${port.id}`;
  const nodePath = pathTo`/api/nodes/${node.id}`;
  const graphRoute = t.route('getGraph');
  return {
    stated: [`${portPath}/value`, nodePath, pathTo`/api/graphs/${graphId}/nodes`],
    others: [portPath, `${nodePath}/ports`, ...(graphRoute ? [toRoutePath(graphRoute, graphId)] : [])],
  };
};

/** Everything that the target answers about a port, also by way of a batch. */
const readEverywhere = async (t: AuditTools, place: SensitivePort): Promise<readonly Reply[]> => {
  const { stated, others } = listReadPaths(t, place);
  const replies: Reply[] = [];
  for (const path of stated) {
    const reply = await t.http.get(path);
    t.given(reply.ok, `GET ${path} answers`, describeReply(reply));
    replies.push(reply);
  }
  for (const path of others) replies.push(await t.http.get(path));
  const operations = stated.map((path) => ({ method: 'GET', path }));
  replies.push(await t.http.post('/api/batch', { operations }));
  return replies.filter(({ ok }) => ok);
};

/** What the answers show of one port, wherever in them it stands. */
const findPortRecords = (replies: readonly Reply[], port: TargetPort): readonly JsonRecord[] =>
  replies.flatMap(({ json }) =>
    [...walkJson(json)].filter(isRecord).filter(({ id, portId }) => id === port.id || portId === port.id),
  );

const containsSecret = (value: unknown, secret: string): boolean =>
  (JSON.stringify(value) ?? '').includes(secret);

/**
 * A target that was told to expose sensitive values redacts none, which is its right. It is judged when it is said to
 * have its default settings, or redacts the value anywhere.
 */
const givenRedacts = (t: AuditTools, shown: readonly JsonRecord[]): void => {
  const redacts = shown.some(
    (record) => record.hasValue === true && !containsSecret(record, createSecret(t)),
  );
  t.given(
    redacts || t.manifest.defaultSettings,
    'a target that redacts sensitive values as a rule (defaultSettings of the manifest)',
  );
};

export const sensitiveAudits = [
  sensitive.audit('flag', ['PORT-003'], async (t) => {
    const flags = (await t.fixtures.palette()).nodes.flatMap(({ ports }) =>
      ports.map(({ record }) => record.isSensitive ?? false),
    );
    t.must(
      flags.every((flag) => typeof flag === 'boolean'),
      'isSensitive is a boolean where it is set',
    );
    const place = await createPortWithSecret(t);
    const shown = findPortRecords(await readEverywhere(t, place), place.port).map(
      ({ isSensitive }) => isSensitive,
    );
    t.must(shown.includes(true), 'a sensitive port that was written is still shown with isSensitive true');
    t.must(!shown.includes(false), 'and nowhere with isSensitive false');
  }),
  sensitive.audit('value', ['PORT-READ-002'], { likelyCause }, async (t) => {
    const plain = await createInputPort(t, 'String');
    t.given((await t.fixtures.write(plain.id, 'plain text')).ok, 'a text can be written');
    t.given(
      (await t.fixtures.read(plain.id)) === 'plain text',
      'a port that is not sensitive shows its text',
    );
    const place = await createPortWithSecret(t);
    const reads = await readEverywhere(t, place);
    givenRedacts(t, findPortRecords(reads, place.port));
    const [value] = reads;
    t.must(
      !containsSecret(value?.json, createSecret(t)),
      'GET value does not show what a sensitive port holds',
    );
    t.observe('a redacted value', t.fields.portValue(value?.json) ?? null);
  }),
  sensitive.audit('everywhere', ['SECRET-001'], { likelyCause }, async (t) => {
    const place = await createPortWithSecret(t);
    const reads = await readEverywhere(t, place);
    givenRedacts(t, findPortRecords(reads, place.port));
    for (const reply of reads) {
      t.must(
        !containsSecret(reply.json, createSecret(t)),
        `${reply.title} does not show what a sensitive port holds`,
      );
    }
  }),
  sensitive.audit('marks', ['SECRET-002', 'PORT-004'], async (t) => {
    const place = await createPortWithSecret(t);
    const shown = findPortRecords(await readEverywhere(t, place), place.port);
    const redacted = shown.filter((record) => !containsSecret(record, createSecret(t)));
    t.given(redacted.length > 0, 'a read that redacts the value');
    t.for('SECRET-002', 'PORT-004').must(
      redacted.some(({ isSensitive, hasValue }) => isSensitive === true && hasValue === true),
      'a port whose value is redacted shows isSensitive and hasValue, both true',
    );
    t.for('PORT-004').must(
      redacted.every(({ hasValue }) => hasValue === true || hasValue === undefined || hasValue === null),
      'hasValue of a port that was written is nowhere anything but true',
    );
  }),
  sensitive.audit('write', ['SECRET-003'], async (t) => {
    const { graphId, node, port } = await createSensitivePort(t);
    for (const text of [createSecret(t), 'another text', createSecret(t)]) {
      const written = await t.fixtures.write(port.id, text);
      t.must(written.ok, 'a sensitive port takes a text, also in place of another', describeReply(written));
      t.observe('the answer of the write shows the text', containsSecret(written.json, text));
    }
    if (port.name === undefined) return;
    const built = await t.http.post(pathTo`/api/graphs/${graphId}/build`, {
      nodes: [{ tempId: toTempId('a'), category: node.category, ports: { [port.name]: createSecret(t) } }],
      connections: [],
    });
    t.must(built.ok, 'a build writes a sensitive port', describeReply(built));
    t.observe('the answer of the build shows the text', containsSecret(built.json, createSecret(t)));
  }),
];
