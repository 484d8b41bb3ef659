import { inShort } from '../../target/http/in-short.ts';
import { isRecord } from '../../json.ts';
import { area } from '../../area.ts';
import { givenServed } from '../served.ts';
import { firstAccepted, layoutPath, layoutRoute } from './layouts.ts';
import type { AuditTools } from '../../audit.ts';

const layout = area('layout', 'token', 'project');

const route = `${layoutRoute}/aspect-ratio`;

/** The aspect ratio in an answer. */
const ratioIn = (t: AuditTools, body: unknown): unknown =>
  isRecord(body) ? t.fields.read(body, 'layout.aspectRatio') : body;

/** Two aspect ratios in turn, so that one of them at least is new. */
const otherRatios = (present: unknown): readonly unknown[] =>
  typeof present === 'string'
    ? ['4:3', '16:9', '1.5', '2'].filter((ratio) => ratio !== present)
    : [2, 1.5].filter((ratio) => ratio !== present);

/** What sets a ratio: what is read with the new one in its place, alone or with the rest of it, or a usual name. */
const bodiesFor = (read: unknown, present: unknown, ratio: unknown): readonly unknown[] => {
  const usual = ['aspectRatio', 'ratio', 'value'].map((name) => ({ [name]: ratio }));
  if (!isRecord(read)) return usual;
  const names = Object.keys(read).filter((name) => present !== undefined && read[name] === present);
  return [...names.flatMap((name) => [{ [name]: ratio }, { ...read, [name]: ratio }]), ...usual];
};

export const aspectRatioAudits = [
  layout.audit('aspect-ratio', ['LAYOUT-006'], async (t) => {
    const graph = await t.lab.graph();
    const reply = await t.http.get(layoutPath(graph, '/aspect-ratio'));
    await givenServed(t, `GET ${route}`, reply);
    t.must(reply.ok, 'the aspect ratio is read', inShort(reply));
    const { json } = reply;
    const isEmpty = isRecord(json) ? Object.keys(json).length === 0 : json === undefined;
    t.must(!isEmpty, 'the answer tells an aspect ratio', inShort(reply));
    t.observe('aspect ratio of a new graph', json);
  }),
  layout.audit('set-aspect-ratio', ['LAYOUT-007'], async (t) => {
    const graph = await t.lab.graph();
    const path = layoutPath(graph, '/aspect-ratio');
    const first = await t.http.get(path);
    const present = ratioIn(t, first.json);
    for (const ratio of otherRatios(present)) {
      await firstAccepted(t, `PUT ${route}`, path, [...bodiesFor(first.json, present, ratio), ratio]);
      const read = ratioIn(t, (await t.http.get(path)).json);
      t.given(
        read !== undefined,
        'the aspect ratio in the answer of a read (choices.paths "layout.aspectRatio")',
      );
      t.mustEqual(read, ratio, 'the aspect ratio is the one that was set');
    }
  }),
];
