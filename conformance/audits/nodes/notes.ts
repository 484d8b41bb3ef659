import { inShort } from '../../target/http/in-short.ts';
import { isRecord } from '../../json.ts';
import { area } from '../../area.ts';
import { nodeShapes } from './node-shapes.ts';
import { givenServed } from '../served.ts';
import { refusedWithoutTrace } from '../../lab/refused.ts';
import {
  contentOf,
  freshNote,
  givenNote,
  isAmong,
  listOf,
  looks,
  noteRoute as route,
  unsupportedSizes,
  valuesOf,
} from './note-looks.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { LabNode } from '../../lab/palette.ts';

const notes = area('notes', 'token', 'project');

/** A change of each field to something else that is available, as far as there is something else; then of all back. */
const changesOf = (note: JsonRecord): readonly JsonRecord[] => {
  const text = { text: 'As light as a feather' };
  const others = looks.flatMap(({ field, available }) => {
    const present = note[field];
    const other = valuesOf(listOf(note, available), present).find((choice) => choice !== present);
    return other === undefined ? [] : [{ [field]: other }];
  });
  return [text, ...others, contentOf(note), Object.assign({}, text, ...others)];
};

/** A value that is in none of the lists of a note. */
const unavailable = (note: JsonRecord): readonly JsonRecord[] => {
  const sizes = unsupportedSizes(valuesOf(listOf(note, 'availableFontSizes'), note.fontSize));
  return [
    { font: 'conformance-no-such-font' },
    { color: 'conformance-no-such-color' },
    ...sizes.map((fontSize) => ({ fontSize })),
  ];
};

/** Nodes that are no Note, in the graph of a note: one that came with the graph, and one that was made. */
const otherNodes = async (t: AuditTools, graph: LabGraph): Promise<readonly LabNode[]> => {
  const isOther = ({ category }: LabNode): boolean => category.toLowerCase() !== 'note';
  const present = (await t.lab.nodesOf(graph)).filter(isOther).slice(0, 1);
  const type = (await t.lab.palette()).nodes.find(isOther);
  const nodes = type ? [...present, await t.lab.node(graph, type.category)] : present;
  t.given(nodes.length > 0, 'a node that is no Note');
  return nodes;
};

export const noteAudits = [
  notes.audit('read', ['NOTE-READ-001', 'NODE-007'], async (t) => {
    const { get } = await freshNote(t);
    const reply = await get();
    await givenServed(t, `GET ${route}`, reply);
    const both = t.of('NOTE-READ-001', 'NODE-007');
    both.must(reply.ok && isRecord(reply.json), 'the note of a Note node is read', inShort(reply));
    for (const { field, available } of looks) {
      both.must(reply.at(field) !== undefined, `a note has ${field}`, { actual: reply.json });
      t.of('NOTE-READ-001').must(reply.at(available) !== undefined, `a note has ${available}`, {
        actual: reply.json,
      });
    }
    t.of('NOTE-READ-001').must(reply.at('text') !== undefined, 'a note has text', { actual: reply.json });
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
      t.must(isAmong(choices, note[field]), `${field} is one of ${available}`, {
        expected: choices,
        actual: note[field],
      });
      if (field === 'fontSize') t.must(Number.isInteger(note[field]), 'fontSize is an integer');
      else t.must(typeof note[field] === 'string', `${field} is a text`);
      for (const choice of valuesOf(choices, note[field])) {
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
    t.observe('status of a change of nothing', (await put({})).status);
  }),
  notes.audit('unavailable', ['NOTE-WRITE-002', 'ERR-006'], async (t) => {
    const { note, get, put } = await givenNote(t);
    for (const { field, available } of looks) {
      t.given(listOf(note, available).length > 0, `a note that lists its ${available}`);
      const same = await put({ [field]: note[field] });
      t.given(same.ok, `the present ${field} can be written again`, inShort(same));
    }
    const read = async () => contentOf((await get()).json);
    const calls = unavailable(note)
      .flatMap((change) => [change, { text: 'nothing of this is kept', ...change }])
      .map((change) => [JSON.stringify(change), () => put(change)] as const);
    await refusedWithoutTrace(
      t.of('NOTE-WRITE-002', 'ERR-006'),
      read,
      [400, 'INVALID_VALUE'],
      Object.fromEntries(calls),
    );
  }),
  notes.audit('write-other-node', ['NOTE-WRITE-003', 'ERR-003'], async (t) => {
    const { graph, put } = await freshNote(t);
    const change = { text: 'Only a note holds this' };
    const proven = await put(change);
    t.given(proven.ok, 'the note of a Note node can be written', inShort(proven));
    const calls = (await otherNodes(t, graph)).map(
      (node) => [`the note of a ${node.category} node`, () => put(change, node)] as const,
    );
    await refusedWithoutTrace(
      t.of('NOTE-WRITE-003', 'ERR-003'),
      () => nodeShapes(t, graph),
      [400, 'INVALID_REQUEST'],
      Object.fromEntries(calls),
    );
  }),
  notes.audit('read-other-node', ['ERR-003'], async (t) => {
    const { graph, get } = await givenNote(t);
    for (const node of await otherNodes(t, graph)) t.mustFail(await get(node), 400, 'INVALID_REQUEST');
  }),
];
