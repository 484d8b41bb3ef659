import { describeReply } from '../../target/http/describe-reply.ts';
import { isRecord } from '../../json.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { givenRouteServed } from '../given-route-served.ts';
import { findAcceptedCall, toLayoutPath, layoutRoute } from './request-layout.ts';
import type { AuditTools } from '../../audit.ts';

const layout = defineAuditArea('layout', 'token', 'project');

const aspectRatioRoute = `${layoutRoute}/aspect-ratio`;

/** Returns the aspect ratio in a response. */
const findAspectRatio = (t: AuditTools, body: unknown): unknown =>
  isRecord(body) ? t.fields.read(body, 'layout.aspectRatio') : body;

/** Returns two aspect ratios to try in turn, so that at least one of them is new. */
const listOtherRatios = (current: unknown): readonly unknown[] =>
  typeof current === 'string'
    ? ['4:3', '16:9', '1.5', '2'].filter((ratio) => ratio !== current)
    : [2, 1.5].filter((ratio) => ratio !== current);

/**
 * Returns bodies that may set a ratio: the one that was read with the new ratio in it, that ratio alone, or a common
 * field name.
 */
const createRatioBodies = (read: unknown, current: unknown, ratio: unknown): readonly unknown[] => {
  const commonBodies = ['aspectRatio', 'ratio', 'value'].map((name) => ({ [name]: ratio }));
  if (!isRecord(read)) return commonBodies;
  const names = Object.keys(read).filter((name) => current !== undefined && read[name] === current);
  return [...names.flatMap((name) => [{ [name]: ratio }, { ...read, [name]: ratio }]), ...commonBodies];
};

export const aspectRatioAudits = [
  layout.audit('aspect-ratio', ['LAYOUT-006'], async (t) => {
    const graph = await t.fixtures.graph();
    const reply = await t.http.get(toLayoutPath(graph, '/aspect-ratio'));
    await givenRouteServed(t, `GET ${aspectRatioRoute}`, reply);
    t.must(reply.ok, 'the aspect ratio can be read', describeReply(reply));
    const { json } = reply;
    const isEmpty = isRecord(json) ? Object.keys(json).length === 0 : json === undefined;
    t.must(!isEmpty, 'the response contains an aspect ratio', describeReply(reply));
    t.observe('aspect ratio of a new graph', json);
  }),
  layout.audit('set-aspect-ratio', ['LAYOUT-007'], async (t) => {
    const graph = await t.fixtures.graph();
    const path = toLayoutPath(graph, '/aspect-ratio');
    const first = await t.http.get(path);
    const current = findAspectRatio(t, first.json);
    for (const ratio of listOtherRatios(current)) {
      await findAcceptedCall(t, `PUT ${aspectRatioRoute}`, path, [
        ...createRatioBodies(first.json, current, ratio),
        ratio,
      ]);
      const read = findAspectRatio(t, (await t.http.get(path)).json);
      t.given(read !== undefined, 'the aspect ratio in a response (choices.paths "layout.aspectRatio")');
      t.mustEqual(read, ratio, 'the aspect ratio has the value that was set');
    }
  }),
];
