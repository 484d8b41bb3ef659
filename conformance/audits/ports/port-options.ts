import type { Id } from '../../target/id.ts';
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { absentId } from '../../lab/lab.ts';
import { mentions } from '../../json.ts';
import { area } from '../../area.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { LabPort } from '../../lab/palette.ts';

const portOptions = area('port-options', 'token', 'project');

const optionsOf = (t: AuditTools, portId: Id): Promise<Reply> =>
  t.http.get(pathTo`/api/ports/${portId}/options`);

const shownOptions = (t: AuditTools, port: LabPort): readonly string[] =>
  t.fields.labels(t.fields.read(port.record, 'options'));

/** A dropdown; one that shows several options where the target has such. */
const dropdown = async (t: AuditTools): Promise<LabPort> => {
  const graph = await t.lab.graph();
  const isDropdown = (port: LabPort) => port.type === 'Dropdown' && port.direction === 'input';
  const several = await t.lab.tryPort(graph, (port) => isDropdown(port) && shownOptions(t, port).length > 1);
  return (several ?? (await t.lab.port(graph, 'Dropdown', 'input'))).port;
};

export const portOptionAudits = [
  portOptions.audit('read', ['PORT-OPTIONS-001'], async (t) => {
    const port = await dropdown(t);
    const before = await t.lab.read(port.id);
    const reply = await optionsOf(t, port.id);
    t.must(reply.ok, 'the options of a dropdown can be read', inShort(reply));
    t.mustEqual(await t.lab.read(port.id), before, 'reading the options leaves the value as it was');

    const labels = t.fields.labels(reply.json);
    t.given(labels.length > 0, 'a dropdown with options (choices.paths "options", "option.label")');
    for (const label of labels) {
      const written = await t.lab.write(port.id, label);
      t.must(written.ok, `the option ${JSON.stringify(label)} can be written`, { actual: written.status });
    }
    const refusal = await t.lab.write(port.id, 'no-such-option');
    t.given(refusal.status === 400, 'a text that is no option is refused');
    const elsewhere = shownOptions(t, port).filter((label) => mentions(refusal.json, label));
    t.mustEqual(
      elsewhere.filter((label) => !labels.includes(label)),
      [],
      'no option is left out that the port and the refusal of another text show',
    );
  }),
  portOptions.audit('unknown-port', ['ERR-017'], async (t) => {
    const port = await dropdown(t);
    t.given((await optionsOf(t, port.id)).ok, 'the options of a known port can be read');
    t.mustFail(await optionsOf(t, absentId), 404, 'PORT_NOT_FOUND');
  }),
];
