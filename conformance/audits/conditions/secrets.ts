import { pathTo } from '../../target/id.ts';
import { isDeepStrictEqual } from 'node:util';
import { area } from '../../area.ts';
import { walk } from '../../json.ts';
import type { AuditContext } from '../../audit.ts';
import type { HttpClient } from '../../target/http/exchange.ts';
import type { Lab } from '../../lab/lab.ts';
import type { LabPort } from '../../lab/palette.ts';

const instances = area('instances', 'token', 'project', 'condition:secretsExposed');

const isSecret = ({ record, direction, type }: LabPort): boolean =>
  record.isSensitive === true && direction !== 'output' && type === 'String';

/** Writes a secret to a port that keeps them, and answers what a read shows of it. */
const shownOf = async (t: AuditContext, lab: Lab, http: HttpClient, secret: string): Promise<unknown> => {
  const found = await lab.tryPort(await lab.graph(), isSecret);
  if (!found) return t.unverified('a node type with a sensitive String port');
  t.given((await lab.write(found.port.id, secret)).ok, 'a sensitive port can be written');
  const reply = await http.get(pathTo`/api/ports/${found.port.id}/value`);
  t.given(reply.ok, 'a sensitive port can be read', { actual: reply.status });
  // Where a plain value is read bare, a sensitive one may still stand in a record.
  const isWhole = [...walk(reply.json)].includes(secret);
  return isWhole ? secret : t.fields.read(reply.json, 'port.value');
};

/** Audits of a target that was told to show sensitive values. */
export const secretAudits = [
  instances.audit('secrets-exposed', ['SECRET-004'], async (t) => {
    const secret = `secret-of-${t.manifest.namespace}`;
    const hidden = await shownOf(t, t.lab, t.http, secret);
    t.given(hidden !== secret, 'a target that redacts sensitive values as a rule');
    const { lab, http } = await t.under('secretsExposed');
    const shown = await shownOf(t, lab, http, secret);
    if (isDeepStrictEqual(shown, hidden)) t.unconfirmed('sensitive values are shown');
    t.mustEqual(shown, secret, 'a sensitive value is shown in full');
  }),
];
