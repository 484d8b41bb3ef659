import { describeReply } from '../../target/http/describe-reply.ts';
import { isRecord } from '../../json.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { givenRouteServed } from '../given-served.ts';
import { findAcceptedCall, toLayoutPath, layoutRoute } from './layout-requests.ts';
import type { AuditTools } from '../../audit.ts';

const layout = defineAuditArea('layout', 'token', 'project');

const aspectRatioRoute = `${layoutRoute}/aspect-ratio`;

/** The aspect ratio in an answer. */
const findAspectRatio = (t: AuditTools, body: unknown): unknown =>
  isRecord(body) ? t.fields.read(body, 'layout.aspectRatio') : body;

/** Two aspect ratios in turn, so that one of them at least is new. */
const listOtherRatios = (present: unknown): readonly unknown[] =>
  typeof present === 'string'
    ? ['4:3', '16:9', '1.5', '2'].filter((ratio) => ratio !== present)
    : [2, 1.5].filter((ratio) => ratio !== present);

/** What sets a ratio: what is read with the new one in its place, alone or with the rest of it, or a usual name. */
const createRatioBodies = (read: unknown, present: unknown, ratio: unknown): readonly unknown[] => {
  const usual = ['aspectRatio', 'ratio', 'value'].map((name) => ({ [name]: ratio }));
  if (!isRecord(read)) return usual;
  const names = Object.keys(read).filter((name) => present !== undefined && read[name] === present);
  return [...names.flatMap((name) => [{ [name]: ratio }, { ...read, [name]: ratio }]), ...usual];
};

export const aspectRatioAudits = [
  layout.audit('aspect-ratio', ['LAYOUT-006'], async (t) => {
    const graph = await t.fixtures.graph();
    const reply = await t.http.get(toLayoutPath(graph, '/aspect-ratio'));
    await givenRouteServed(t, `GET ${aspectRatioRoute}`, reply);
    t.must(reply.ok, 'the aspect ratio is read', describeReply(reply));
    const { json } = reply;
    const isEmpty = isRecord(json) ? Object.keys(json).length === 0 : json === undefined;
    t.must(!isEmpty, 'the answer tells an aspect ratio', describeReply(reply));
    t.observe('aspect ratio of a new graph', json);
  }),
  layout.audit('set-aspect-ratio', ['LAYOUT-007'], async (t) => {
    const graph = await t.fixtures.graph();
    const path = toLayoutPath(graph, '/aspect-ratio');
    const first = await t.http.get(path);
    const present = findAspectRatio(t, first.json);
    for (const ratio of listOtherRatios(present)) {
      await findAcceptedCall(t, `PUT ${aspectRatioRoute}`, path, [
        ...createRatioBodies(first.json, present, ratio),
        ratio,
      ]);
      const read = findAspectRatio(t, (await t.http.get(path)).json);
      t.given(
        read !== undefined,
        'the aspect ratio in the answer of a read (choices.paths "layout.aspectRatio")',
      );
      t.mustEqual(read, ratio, 'the aspect ratio is the one that was set');
    }
  }),
];
