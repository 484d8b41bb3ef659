import { pathTo } from '../../target/id.ts';
import { isRecord, walk } from '../../json.ts';
import { absentId } from '../../lab/lab.ts';
import { area } from '../../area.ts';
import { inputPort } from '../values/values.ts';

const ports = area('ports', 'token', 'project');

export const portAudits = [
  ports.audit('write-answer', ['PORT-WRITE-001'], async (t) => {
    const port = await inputPort(t, 'Float');
    const reply = await t.lab.write(port.id, 2.5);
    t.must(reply.ok, 'a value is written', { actual: reply.status });
    const record = [...walk(reply.json)].filter(isRecord).find(({ id }) => id === port.id);
    t.must(record !== undefined, 'the answer shows the updated port', { actual: reply.text.slice(0, 200) });
    t.mustEqual(record?.type, 'Float', 'with its type');
    const shown = t.fields.read(record, 'port.value');
    t.must(
      typeof shown !== 'number' || shown === 2.5,
      'and, where it shows the value, with the one written',
      {
        actual: shown,
      },
    );
  }),
  ports.audit('write-unknown', ['PORT-WRITE-004', 'ERR-017'], async (t) => {
    const port = await inputPort(t, 'Float');
    t.given((await t.lab.write(port.id, 1)).ok, 'a known port can be written');
    t.of('PORT-WRITE-004', 'ERR-017').mustFail(await t.lab.write(absentId, 1), 404, 'PORT_NOT_FOUND');
  }),
  ports.audit('read-unknown', ['PORT-READ-003', 'ERR-017'], async (t) => {
    const port = await inputPort(t, 'Float');
    await t.lab.read(port.id);
    const unknown = await t.http.get(pathTo`/api/ports/${absentId}/value`);
    t.of('PORT-READ-003', 'ERR-017').mustFail(unknown, 404, 'PORT_NOT_FOUND');
  }),
  ports.audit('body-without-value', ['PORT-WRITE-005'], async (t) => {
    const port = await inputPort(t, 'Float');
    t.given((await t.lab.write(port.id, 4)).ok, 'a value can be written');
    t.mustFail(await t.http.put(pathTo`/api/ports/${port.id}/value`, {}), 400);
    t.must(Number(await t.lab.read(port.id)) === 4, 'and nothing changed');
  }),
];
