import { nonexistentId } from '../audit-helpers/fixtures.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { includesDeep } from '../json.ts';
import type { Reply } from '../target/http/exchange.ts';
import { type Id, pathTo } from '../target/id.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';

const portOptions = defineAuditArea('port-options', 'token', 'project');

const readOptions = (t: AuditTools, portId: Id): Promise<Reply> =>
  t.http.get(pathTo`/api/ports/${portId}/options`);

const getRecordOptionLabels = (t: AuditTools, port: TargetPort): readonly string[] =>
  t.fields.labels(t.fields.read(port.record, 'options'));

/** Creates a dropdown port, preferably one that lists several options. */
const findDropdown = async (t: AuditTools): Promise<TargetPort> => {
  const graph = await t.fixtures.graph();
  const isDropdown = (port: TargetPort) => port.type === 'Dropdown' && port.direction === 'input';
  const severalOptions = await t.fixtures.tryPort(
    graph,
    (port) => isDropdown(port) && getRecordOptionLabels(t, port).length > 1,
  );
  return (severalOptions ?? (await t.fixtures.port(graph, 'Dropdown', 'input'))).port;
};

export const audits = [
  portOptions.audit('read', ['PORT-OPTIONS-001'], async (t) => {
    const port = await findDropdown(t);
    const before = await t.fixtures.read(port.id);
    const reply = await readOptions(t, port.id);
    t.mustSucceed(reply, 'the options of a dropdown can be read');
    t.mustEqual(await t.fixtures.read(port.id), before, 'reading the options leaves the value unchanged');

    const labels = t.fields.labels(reply.json);
    t.given(labels.length > 0, 'a dropdown with options (choices.paths "options", "option.label")');
    for (const label of labels) {
      const written = await t.fixtures.write(port.id, label);
      t.must(written.ok, `the option ${JSON.stringify(label)} can be written`, { actual: written.status });
    }
    const refusal = await t.fixtures.write(port.id, 'no-such-option');
    t.given(refusal.status === 400, 'a text that is not an option is rejected');
    const recordLabels = getRecordOptionLabels(t, port).filter((label) => includesDeep(refusal.json, label));
    t.mustEqual(
      recordLabels.filter((label) => !labels.includes(label)),
      [],
      'every option shown by the port or by the rejection of another text is listed',
    );
  }),
  portOptions.audit('unknown-port', ['ERR-017'], async (t) => {
    const port = await findDropdown(t);
    t.given((await readOptions(t, port.id)).ok, 'the options of an existing port can be read');
    t.mustFail(await readOptions(t, nonexistentId), 404, 'PORT_NOT_FOUND');
  }),
];
