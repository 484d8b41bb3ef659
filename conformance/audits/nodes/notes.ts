import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { isRecord } from '../../json.ts';
import { area } from '../../area.ts';
import { nodeShapes } from './node-shapes.ts';
import { givenServed } from '../served.ts';
import { refusedWithoutTrace } from '../../lab/refused.ts';
import type { AuditContext } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { JsonRecord } from '../../json.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { LabNode } from '../../lab/palette.ts';
import type { RequirementId } from '../../requirements/index.ts';

const notes = area('notes', 'token', 'project');

const route = '/api/graphs/{graphId}/nodes/{nodeId}/note';

const looks = [
  { field: 'font', available: 'availableFonts', requirement: 'NOTE-002' },
  { field: 'color', available: 'availableColors', requirement: 'NOTE-003' },
  { field: 'fontSize', available: 'availableFontSizes', requirement: 'NOTE-004' },
] as const satisfies readonly { field: string; available: string; requirement: RequirementId }[];

/** Most choices of one kind that are tried out. */
const widest = 12;

const content = ['text', 'font', 'color', 'fontSize'] as const;

/** A fresh Note node, and how its note is asked for. */
const freshNote = async (t: AuditContext) => {
  const graph = await t.lab.graph();
  const node = await t.lab.node(graph, 'Note');
  const pathOf = ({ id }: LabNode): string => pathTo`/api/graphs/${graph.id}/nodes/${id}/note`;
  const get = (of = node): Promise<Reply> => t.http.get(pathOf(of));
  const put = (change: JsonRecord, of = node): Promise<Reply> => t.http.put(pathOf(of), change);
  return { graph, get, put };
};

/** A fresh note as it is read at first. */
const givenNote = async (t: AuditContext) => {
  const asked = await freshNote(t);
  const reply = await asked.get();
  t.given(reply.ok && isRecord(reply.json), `a note that is read by GET ${route}`, inShort(reply));
  return { ...asked, note: reply.json as JsonRecord };
};

/** The four fields of a note that can be written. */
const contentOf = (note: unknown): JsonRecord =>
  Object.fromEntries(content.map((field) => [field, isRecord(note) ? note[field] : undefined]));

const listOf = (note: JsonRecord, field: string): readonly unknown[] => {
  const list = note[field];
  return Array.isArray(list) ? list : [];
};

/** A change of each field to something else that is available, as far as there is something else. */
const changesOf = (note: JsonRecord): readonly JsonRecord[] => [
  { text: 'As light as a feather' },
  ...looks.flatMap(({ field, available }) => {
    const other = listOf(note, available).find((choice) => choice !== note[field]);
    return other === undefined ? [] : [{ [field]: other }];
  }),
];

/** A value that is in none of the lists of a note. */
const unavailable = (note: JsonRecord): readonly JsonRecord[] => [
  { font: 'conformance-no-such-font' },
  { color: 'conformance-no-such-color' },
  { fontSize: Math.max(0, ...listOf(note, 'availableFontSizes').map(Number)) + 1 },
];

/** A node that is no Note, in the graph of a note. */
const otherNode = async (t: AuditContext, graph: LabGraph): Promise<LabNode> => {
  const other = (await t.lab.palette()).nodes.find(({ category }) => category.toLowerCase() !== 'note');
  if (other === undefined) return t.unverified('a node type other than Note');
  return t.lab.node(graph, other.category);
};

export const noteAudits = [
  notes.audit('read', ['NOTE-READ-001', 'NODE-007'], async (t) => {
    const { get } = await freshNote(t);
    const reply = await get();
    await givenServed(t, `GET ${route}`, reply);
    t.must(reply.ok, 'the note of a Note node is read', inShort(reply));
    for (const field of [...content, ...looks.map(({ available }) => available)]) {
      t.must(reply.at(field) !== undefined, `a note has ${field}`, { actual: reply.json });
    }
  }),
  notes.audit('text', ['NOTE-001'], async (t) => {
    const { text } = (await givenNote(t)).note;
    t.must(typeof text === 'string', 'text of a note is a text', { actual: text });
  }),
  notes.audit('available', ['NOTE-005'], async (t) => {
    const { note } = await givenNote(t);
    for (const { available } of looks) {
      t.must(listOf(note, available).length > 0, `${available} lists what there is`, {
        actual: note[available],
      });
    }
  }),
  ...looks.map(({ field, available, requirement }) =>
    notes.audit(`available-${field}`, [requirement], async (t) => {
      const { note, get, put } = await givenNote(t);
      const choices = listOf(note, available);
      t.given(choices.length > 0, `a note that lists its ${available}`);
      t.must(choices.includes(note[field]), `${field} is one of ${available}`, {
        expected: choices,
        actual: note[field],
      });
      if (field === 'fontSize') t.must(Number.isInteger(note[field]), 'fontSize is an integer');
      else t.must(typeof note[field] === 'string', `${field} is a text`);
      for (const choice of choices.slice(0, widest)) {
        const reply = await put({ [field]: choice });
        await givenServed(t, `PUT ${route}`, reply);
        t.must(reply.ok, `${field} ${String(choice)} is taken, since it is available`, inShort(reply));
        t.mustEqual((await get()).at(field), choice, `and is the ${field} of the note`);
      }
    }),
  ),
  notes.audit('write', ['NOTE-WRITE-001'], async (t) => {
    const { note, get, put } = await givenNote(t);
    let expected = contentOf(note);
    for (const change of changesOf(note)) {
      const reply = await put(change);
      await givenServed(t, `PUT ${route}`, reply);
      t.must(reply.ok, 'a note is changed', inShort(reply));
      expected = { ...expected, ...change };
      t.mustEqual(contentOf(reply.json), expected, 'the answer is the note with that change and no other');
      t.mustEqual(contentOf((await get()).json), expected, 'and so it is read');
    }
  }),
  notes.audit('unavailable', ['NOTE-WRITE-002', 'ERR-006'], async (t) => {
    const { note, get, put } = await givenNote(t);
    for (const { field, available } of looks) {
      t.given(listOf(note, available).length > 0, `a note that lists its ${available}`);
      const same = await put({ [field]: note[field] });
      t.given(same.ok, `the present ${field} can be written again`, inShort(same));
    }
    const read = async () => contentOf((await get()).json);
    const calls = Object.fromEntries(
      unavailable(note).map((change) => [JSON.stringify(change), () => put(change)]),
    );
    await refusedWithoutTrace(t, read, [400, 'INVALID_VALUE'], calls);
  }),
  notes.audit('write-other-node', ['NOTE-WRITE-003', 'ERR-003'], async (t) => {
    const { graph, put } = await freshNote(t);
    const change = { text: 'Only a note holds this' };
    const proven = await put(change);
    t.given(proven.ok, 'the note of a Note node can be written', inShort(proven));
    const other = await otherNode(t, graph);
    await refusedWithoutTrace(t, () => nodeShapes(t, graph), [400, 'INVALID_REQUEST'], {
      'the note of another node': () => put(change, other),
    });
  }),
  notes.audit('read-other-node', ['ERR-003'], async (t) => {
    const { graph, get } = await givenNote(t);
    t.mustFail(await get(await otherNode(t, graph)), 400, 'INVALID_REQUEST');
  }),
];
