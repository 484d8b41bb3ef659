import { pathTo } from '../../target/id.ts';
import { isRecord, walkJson } from '../../json.ts';
import { nonexistentId } from '../../audit-helpers/fixtures.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { createInputPort } from '../values/port-values.ts';

const ports = defineAuditArea('ports', 'token', 'project');

export const portAudits = [
  ports.audit('write-answer', ['PORT-WRITE-001'], async (t) => {
    const port = await createInputPort(t, 'Float');
    const reply = await t.fixtures.write(port.id, 2.5);
    t.must(reply.ok, 'a value can be written', { actual: reply.status });
    const record = [...walkJson(reply.json)].filter(isRecord).find(({ id }) => id === port.id);
    t.must(record !== undefined, 'the response contains the updated port', {
      actual: reply.text.slice(0, 200),
    });
    t.mustEqual(record?.type, 'Float', 'the port in the response has its type');
    const shownValue = t.fields.read(record, 'port.value');
    t.must(
      typeof shownValue !== 'number' || shownValue === 2.5,
      'a value in the response is the one written',
      {
        actual: shownValue,
      },
    );
  }),
  ports.audit('write-unknown', ['PORT-WRITE-004', 'ERR-017'], async (t) => {
    const port = await createInputPort(t, 'Float');
    t.given((await t.fixtures.write(port.id, 1)).ok, 'an existing port can be written');
    t.for('PORT-WRITE-004', 'ERR-017').mustFail(
      await t.fixtures.write(nonexistentId, 1),
      404,
      'PORT_NOT_FOUND',
    );
  }),
  ports.audit('read-unknown', ['PORT-READ-003', 'ERR-017'], async (t) => {
    const port = await createInputPort(t, 'Float');
    await t.fixtures.read(port.id);
    const unknown = await t.http.get(pathTo`/api/ports/${nonexistentId}/value`);
    t.for('PORT-READ-003', 'ERR-017').mustFail(unknown, 404, 'PORT_NOT_FOUND');
  }),
  ports.audit('body-without-value', ['PORT-WRITE-005'], async (t) => {
    const port = await createInputPort(t, 'Float');
    t.given((await t.fixtures.write(port.id, 4)).ok, 'a value can be written');
    const refused = await t.http.put(pathTo`/api/ports/${port.id}/value`, {});
    t.mustFail(refused, 400);
    const value = await t.fixtures.read(port.id);
    t.must(Number(value) === 4, 'a rejected write changes nothing', { actual: value, changedBy: refused });
  }),
];
