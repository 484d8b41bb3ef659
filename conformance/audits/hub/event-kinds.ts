import { area } from '../../area.ts';
import { brief } from '../../json.ts';
import { readCatalog } from '../../replay/events/catalog.ts';
import { isOwn } from '../../replay/events/correlate.ts';
import { rowOf } from '../../target/hub/event-kinds.ts';
import { performKind } from '../../replay/events/perform.ts';
import { recipeOf } from '../../replay/events/recipes.ts';
import { createStage } from '../../replay/events/stage.ts';
import { connect, received } from '../../lab/hub-client.ts';
import type { AuditTools } from '../../audit.ts';
import type { EventCell } from '../../replay/events/cells.ts';
import type { RequirementId } from '../../requirements/index.ts';

interface KindAudit {
  readonly kind: string;
  /** Statements beside the one about the kind that say that the event comes. */
  readonly also?: readonly RequirementId[];
  /** Making ready may bring the event too, so that it is left the time to do so. */
  readonly pause?: true;
  /** Nothing but the act may bring the event: one that comes before is wrong. */
  readonly onlyThen?: true;
  /** The act brings it about once, and nothing else does. */
  readonly once?: true;
}

const judged: readonly KindAudit[] = [
  { kind: 'graph.running', also: ['RUN-002'], once: true },
  { kind: 'graph.stopped', also: ['RUN-004'], onlyThen: true, once: true },
  { kind: 'node.executing' },
  { kind: 'node.done' },
  { kind: 'ports.updated' },
  { kind: 'variable.changed' },
  { kind: 'variable.deleted', onlyThen: true, once: true },
  { kind: 'console.log' },
  { kind: 'tween.completed', also: ['ACT-008'] },
  { kind: 'tween.cancelled', pause: true },
  { kind: 'camera.changed' },
  { kind: 'midi.input' },
  { kind: 'webhook.received', onlyThen: true, once: true },
  { kind: 'streaming.event' },
];

/** Subscribes to a kind by its name, sets it off, and waits for the event. */
const kindAudit = ({ kind, also = [], onlyThen, once, pause = onlyThen }: KindAudit) => {
  const { trigger, needs = [], also: others = [] } = recipeOf(kind);
  const kindRow = rowOf(kind);
  return area('hub', 'token', 'runtime', 'events', ...needs.filter((need) => need !== 'program')).audit(
    kind.replace('.', '-'),
    [kindRow, ...also],
    { likelyCause: `nothing raises ${kind}, or it is raised under another name` },
    async (t) => {
      const client = await connect(t);
      await client.subscribe(kind, ...others);
      const { happening, start, event, missing } = await performKind(t, kind, {
        stage: createStage(t),
        client,
        pause,
      });
      const judge = t.of(kindRow, ...also);
      const early = client
        .events(kind)
        .filter((other) => other.index < start.acted && isOwn(other, happening));
      if (onlyThen) judge.mustEqual(early.length, 0, `${kind} does not come before ${trigger}`);
      t.given(missing === undefined, missing ?? '');
      if (!event && also.length === 0 && !(await isListed(t, kind))) {
        t.notApplicable(`the event catalog does not list ${kind}, and it does not come`);
      }
      const cell: EventCell = { kind, column: 'by name', trigger, state: event ? 'asserted' : 'missing' };
      t.observe(kind, event ? cell : { ...cell, reason: 'it never came' });
      const isNamed = event !== undefined && isOwn(event, happening);
      t.observe('the event names what it is about', isNamed);
      if (!judge.must(event !== undefined, `${kind} comes when ${trigger}`, received(client)) || !isNamed)
        return;
      // Who names what one event is about names it in each: another act is about something else.
      const second = await performKind(t, kind, { stage: createStage(t), client, pause });
      t.given(second.missing === undefined, second.missing ?? '');
      const isOther = second.event !== undefined && isOwn(second.event, second.happening);
      judge.must(isOther, `${kind} names what it is about when ${trigger} once more`, {
        expected: second.happening.about,
        actual: brief(second.event?.args ?? 'no event'),
      });
      // The second event came after all that was told of the first act.
      const times = client.events(kind).filter((one) => one.index >= start.acted && isOwn(one, happening));
      if (once) judge.mustEqual(times.length, 1, `${kind} comes once for one act`);
    },
  );
};

/** The served catalog is the authority for the set of kinds; where none is served, all are expected. */
const isListed = async (t: AuditTools, kind: string): Promise<boolean> => {
  const { document, kinds } = await readCatalog(t);
  return document === undefined || kinds.includes(kind);
};

export const eventKindAudits = judged.map(kindAudit);
