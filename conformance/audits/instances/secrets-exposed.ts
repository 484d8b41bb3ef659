import { pathTo } from '../../target/id.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { walkJson } from '../../json.ts';
import type { AuditContext } from '../../audit.ts';
import type { HttpClient } from '../../target/http/exchange.ts';
import type { Fixtures } from '../../audit-helpers/fixtures.ts';
import type { TargetPort } from '../../audit-helpers/node-type-survey.ts';

const instances = defineAuditArea('instances', 'token', 'project', 'condition:secretsExposed');

const isSensitiveInput = ({ record, direction, type }: TargetPort): boolean =>
  record.isSensitive === true && direction !== 'output' && type === 'String';

const likelyCause = 'the setting has no effect, or the copy or verb of the manifest does not turn it on';

/** Writes a secret to a sensitive port, and returns what a read of the port shows. */
const writeAndReadSecret = async (
  t: AuditContext,
  fixtures: Fixtures,
  http: HttpClient,
  secret: string,
): Promise<unknown> => {
  const sensitivePort = await fixtures.tryPort(await fixtures.graph(), isSensitiveInput);
  if (!sensitivePort) return t.unverified('a node type with a sensitive String port');
  t.given((await fixtures.write(sensitivePort.port.id, secret)).ok, 'a sensitive port can be written');
  const reply = await http.get(pathTo`/api/ports/${sensitivePort.port.id}/value`);
  t.given(reply.ok, 'a sensitive port can be read', { actual: reply.status });
  // A sensitive value may be inside a record, even if other values are returned without a record.
  const isUnredacted = [...walkJson(reply.json)].includes(secret);
  return isUnredacted ? secret : t.fields.read(reply.json, 'port.value');
};

/** Audits of a target that is configured to show sensitive values. */
export const secretsExposedAudits = [
  // The effect of the setting is what the requirement states, so a setting without effect is a failure of the target.
  instances.audit('secrets-exposed', ['SECRET-004'], { likelyCause }, async (t) => {
    const secret = `secret-of-${t.manifest.namespace}`;
    const hidden = await writeAndReadSecret(t, t.fixtures, t.http, secret);
    t.given(hidden !== secret, 'a target that redacts sensitive values by default');
    const { fixtures, http } = await t.underCondition('secretsExposed');
    const shownValue = await writeAndReadSecret(t, fixtures, http, secret);
    t.mustEqual(shownValue, secret, 'a sensitive value is shown in full while the setting is on');
  }),
];
