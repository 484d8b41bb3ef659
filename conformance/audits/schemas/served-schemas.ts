import { describeReply } from '../../target/http/describe-reply.ts';
import { findAction } from '../../target/find-action.ts';
import { getByPath, isRecord, walkKeys, walkJson } from '../../json.ts';
import { defineAuditArea } from '../../define-audit-area.ts';

const publicSchemas = defineAuditArea('schemas');
const schemas = defineAuditArea('schemas', 'token');

/**
 * Returns the record of an action if the record contains the action's parameters. Otherwise returns the whole schema.
 */
const findActionSchema = (schema: unknown, action: string): unknown => {
  const record = findAction(schema, action);
  const keys = new Set(walkKeys(record));
  return keys.has('ease') || keys.has('time') ? (keys.has('$ref') ? schema : record) : schema;
};

export const servedSchemaAudits = [
  publicSchemas.audit('actions', ['SCHEMA-002', 'AUTH-FREE-004'], async (t) => {
    const reply = await t.http.get('/api/actions/schema', { token: null });
    t.for('AUTH-FREE-004').must(
      reply.ok,
      'the action schema is served without a token',
      describeReply(reply),
    );
    const schema = reply.ok ? reply.json : (await t.http.get('/api/actions/schema')).json;
    const served = findActionSchema(schema, 'tween.position');
    const keys = new Set([...walkKeys(served)].map((key) => key.toLowerCase()));
    const texts = new Set([...walkJson(served)].filter((value) => typeof value === 'string'));
    const missing = ['object', 'position', 'time', 'ease'].filter(
      (parameter) => !(keys.has(parameter) || texts.has(parameter)),
    );
    t.given(missing.length < 4, 'an action schema with the parameters of tween.position');
    t.for('SCHEMA-002').mustEqual(missing, [], 'the schema of tween.position lists its parameters');
  }),
  schemas.audit('asyncapi-version', ['VERSION-002'], async (t) => {
    const reply = await t.http.get('/api/events/types');
    t.given(reply.ok, 'the event catalog succeeds', { actual: reply.status });
    t.mustEqual(reply.at('asyncapi'), '3.0.0', 'the event catalog is AsyncAPI 3.0.0');
  }),
  schemas.audit('asyncapi', ['ASYNC-001'], async (t) => {
    const reply = await t.http.get('/api/events/types');
    t.must(reply.ok, 'the event catalog succeeds', { actual: reply.status });
    t.mustEqual(reply.at('asyncapi'), '3.0.0', 'the event catalog is AsyncAPI 3.0.0');
    t.must(isRecord(reply.at('info')), 'the event catalog has info');
  }),
  schemas.audit('event-count', ['EVENT-022'], async (t) => {
    const reply = await t.http.get('/api/events/types');
    t.given(reply.at('asyncapi') === '3.0.0', 'an AsyncAPI 3.0.0 document');
    t.observe('channels', Object.keys(Object(reply.at('channels'))).length);
    t.observe('messages', Object.keys(Object(getByPath(reply.json, 'components.messages'))).length);
  }),
];
