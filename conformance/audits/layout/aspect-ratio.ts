import { describeReply } from '../../target/http/describe-reply.ts';
import { isRecord } from '../../json.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { replacePlaceholders } from '../../target/placeholders.ts';
import { givenRouteServed } from '../given-route-served.ts';
import { findAcceptedCall, toLayoutPath, layoutRoute } from './request-layout.ts';
import type { AuditTools } from '../../audit.ts';

const layout = defineAuditArea('layout', 'token', 'project');

const aspectRatioRoute = `${layoutRoute}/aspect-ratio`;

const findAspectRatio = (t: AuditTools, body: unknown): unknown =>
  isRecord(body) ? t.fields.read(body, 'layout.aspectRatio') : body;

/** Returns aspect ratios to set one after the other, each in the form of the current ratio and different from it. */
const listOtherRatios = (current: unknown): readonly unknown[] => {
  const ratios =
    typeof current !== 'string' ? [2, 1.5] : current.includes(':') ? ['4:3', '16:9', '1:1'] : ['1.5', '2'];
  return ratios.filter((ratio) => ratio !== current);
};

/**
 * Returns request bodies that may set an aspect ratio: the body that was read with the new ratio inserted, the ratio
 * alone, or the ratio in a field with a common name.
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
      const configured = t.manifest.choices.bodies.setAspectRatio;
      const bodies = configured
        ? [replacePlaceholders(configured, { VALUE: ratio })]
        : [...createRatioBodies(first.json, current, ratio), ratio];
      await findAcceptedCall(t, `PUT ${aspectRatioRoute} (choices.bodies.setAspectRatio)`, path, bodies);
      const read = findAspectRatio(t, (await t.http.get(path)).json);
      t.given(read !== undefined, 'the aspect ratio in a response (choices.paths "layout.aspectRatio")');
      t.mustEqual(read, ratio, 'the aspect ratio has the value that was set');
    }
  }),
];
