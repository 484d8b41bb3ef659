import { isDeepStrictEqual } from 'node:util';
import { givenRouteServed } from '../audit-helpers/listed-routes.ts';
import { mustRejectWithoutEffect } from '../audit-helpers/must-reject.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { includesDeep, isRecord, type JsonRecord } from '../json.ts';
import { describeReply, type Reply } from '../target/http/exchange.ts';
import { pathTo } from '../target/id.ts';
import { readNodeStructure } from './nodes/find-nodes.ts';
import type { TargetGraph } from '../audit-helpers/fixtures.ts';
import type { TargetNode } from '../audit-helpers/node-type-survey.ts';
import type { RequirementId } from '../requirements/index.ts';

const noteRoute = '/api/graphs/{graphId}/nodes/{nodeId}/note';

const styleFields = [
  { field: 'font', available: 'availableFonts', requirement: 'NOTE-002' },
  { field: 'color', available: 'availableColors', requirement: 'NOTE-003' },
  { field: 'fontSize', available: 'availableFontSizes', requirement: 'NOTE-004' },
] as const satisfies readonly { field: string; available: string; requirement: RequirementId }[];

const contentFields = ['text', 'font', 'color', 'fontSize'] as const;

/** Creates a Note node. Returns the node, and a function that reads its note. */
const createNote = async (t: AuditTools) => {
  const graph = await t.fixtures.graph();
  const node = await t.fixtures.node(graph, 'Note');
  const getNotePath = ({ id }: TargetNode): string => pathTo`/api/graphs/${graph.id}/nodes/${id}/note`;
  const get = (note = node): Promise<Reply> => t.http.get(getNotePath(note));
  const put = (change: JsonRecord, note = node): Promise<Reply> => t.http.put(getNotePath(note), change);
  return { graph, get, put };
};

/** Creates a note, and reads the note's initial state. */
const givenReadableNote = async (t: AuditTools) => {
  const created = await createNote(t);
  const reply = await created.get();
  const note = isRecord(reply.json) && reply.ok ? reply.json : undefined;
  if (!note)
    return t.unverified(`a note that can be read by GET ${noteRoute} (${describeReply(reply).actual})`);
  return { ...created, note };
};

/** Returns the four writable fields of a note. */
const getNoteContent = (note: unknown): JsonRecord =>
  Object.fromEntries(contentFields.map((field) => [field, isRecord(note) ? note[field] : undefined]));

const getFieldList = (note: JsonRecord, field: string): readonly unknown[] => {
  const list = note[field];
  return Array.isArray(list) ? list : [];
};

/** Whether a list of choices contains a value. The choices may be records with more details. */
const includesChoice = (choices: readonly unknown[], value: unknown): boolean =>
  choices.some((choice) =>
    isRecord(choice)
      ? includesDeep(choice, typeof value === 'number' ? value : String(value))
      : isDeepStrictEqual(choice, value),
  );

/**
 * Returns the values that can be written: the choices themselves or, if they are records, the field of each record that
 * corresponds to the current value.
 */
const listChoiceValues = (choices: readonly unknown[], current: unknown): readonly unknown[] => {
  const records = choices.filter(isRecord);
  const name = records.flatMap((record) => Object.keys(record).filter((key) => record[key] === current))[0];
  return choices.flatMap((choice) => {
    if (!isRecord(choice)) return [choice];
    return name === undefined || choice[name] === undefined ? [] : [choice[name]];
  });
};

/**
 * Returns unsupported sizes that are close to supported ones: below the smallest, above the largest, and in a gap
 * between two sizes.
 */
const listUnsupportedSizes = (sizes: readonly unknown[]): readonly number[] => {
  const numericSizes = sizes.filter((size) => typeof size === 'number');
  const neighbours = numericSizes.flatMap((size) => [size - 1, size + 1]).filter((size) => size > 0);
  const free = [...new Set(neighbours)].filter((size) => !numericSizes.includes(size)).sort((a, b) => a - b);
  const ends = [free[0], free[Math.floor(free.length / 2)], free.at(-1)];
  return [...new Set(ends)].filter((size) => size !== undefined);
};

const notes = defineAuditArea('notes', 'token', 'project');

/**
 * Returns changes that set each field to another available value, if the target has one, then a change that restores
 * all fields, and finally a change of all fields at the same time.
 */
const listChanges = (note: JsonRecord): readonly JsonRecord[] => {
  const text = { text: 'As light as a feather' };
  const otherValues = styleFields.flatMap(({ field, available }) => {
    const current = note[field];
    const otherValue = listChoiceValues(getFieldList(note, available), current).find(
      (choice) => choice !== current,
    );
    return otherValue === undefined ? [] : [{ [field]: otherValue }];
  });
  return [text, ...otherValues, getNoteContent(note), Object.assign({}, text, ...otherValues)];
};

/** Returns changes to values that none of the note's lists contains. */
const findUnavailableValue = (note: JsonRecord): readonly JsonRecord[] => {
  const sizes = listUnsupportedSizes(
    listChoiceValues(getFieldList(note, 'availableFontSizes'), note.fontSize),
  );
  return [
    { font: 'conformance-no-such-font' },
    { color: 'conformance-no-such-color' },
    ...sizes.map((fontSize) => ({ fontSize })),
  ];
};

/** Returns two nodes in the note's graph that are not Notes: a default node and a newly created node. */
const listOtherNodes = async (t: AuditTools, graph: TargetGraph): Promise<readonly TargetNode[]> => {
  const isNotNote = ({ category }: TargetNode): boolean => category.toLowerCase() !== 'note';
  const otherNodes = (await t.fixtures.listNodes(graph)).filter(isNotNote).slice(0, 1);
  const type = (await t.fixtures.palette()).nodes.find(isNotNote);
  const nodes = type ? [...otherNodes, await t.fixtures.node(graph, type.category)] : otherNodes;
  t.given(nodes.length > 0, 'a node that is not a Note');
  return nodes;
};

export const audits = [
  notes.audit('read', ['NOTE-READ-001', 'NODE-007'], async (t) => {
    const { get } = await createNote(t);
    const reply = await get();
    await givenRouteServed(t, `GET ${noteRoute}`, reply);
    const assertions = t.for('NOTE-READ-001', 'NODE-007');
    assertions.must(
      reply.ok && isRecord(reply.json),
      'the note of a Note node can be read',
      describeReply(reply),
    );
    for (const { field, available } of styleFields) {
      assertions.must(reply.at(field) !== undefined, `a note has ${field}`, { actual: reply.json });
      t.for('NOTE-READ-001').must(reply.at(available) !== undefined, `a note has ${available}`, {
        actual: reply.json,
      });
    }
    t.for('NOTE-READ-001').must(reply.at('text') !== undefined, 'a note has text', { actual: reply.json });
  }),
  notes.audit('text', ['NOTE-001'], async (t) => {
    const { text } = (await givenReadableNote(t)).note;
    t.must(typeof text === 'string', 'the text of a note is a string', { actual: text });
  }),
  notes.audit('available', ['NOTE-005'], async (t) => {
    const { note } = await givenReadableNote(t);
    for (const { available } of styleFields) {
      t.must(getFieldList(note, available).length > 0, `${available} is a list`, { actual: note[available] });
    }
  }),
  ...styleFields.map(({ field, available, requirement }) =>
    notes.audit(`available-${field}`, [requirement], async (t) => {
      const { note, get, put } = await givenReadableNote(t);
      const choices = getFieldList(note, available);
      t.given(choices.length > 0, `a note with a list ${available}`);
      t.must(includesChoice(choices, note[field]), `${field} is one of ${available}`, {
        expected: choices,
        actual: note[field],
      });
      if (field === 'fontSize') t.must(Number.isInteger(note[field]), 'fontSize is an integer');
      else t.must(typeof note[field] === 'string', `${field} is a string`);
      for (const choice of listChoiceValues(choices, note[field])) {
        const reply = await put({ [field]: choice });
        await givenRouteServed(t, `PUT ${noteRoute}`, reply);
        t.mustSucceed(reply, `the available ${field} ${String(choice)} is accepted`);
        t.mustEqual((await get()).at(field), choice, `the note has the ${field} that was written`);
      }
    }),
  ),
  notes.audit('write', ['NOTE-WRITE-001'], async (t) => {
    const { graph, note, get, put } = await givenReadableNote(t);
    let expected = getNoteContent(note);
    for (const change of listChanges(note)) {
      const reply = await put(change);
      await givenRouteServed(t, `PUT ${noteRoute}`, reply);
      t.mustSucceed(reply, 'a note can be changed');
      expected = { ...expected, ...change };
      t.mustEqual(getNoteContent(reply.json), expected, 'the response is the note with that change only');
      t.mustEqual(getNoteContent((await get()).json), expected, 'the note reads the same as in the response');
    }
    const undone = await t.http.post(pathTo`/api/graphs/${graph.id}/undo`);
    const isRestored = !isDeepStrictEqual(getNoteContent((await get()).json), expected);
    t.observe('undo of a change', undone.ok && isRestored);
    t.observe('status of an empty change', (await put({})).status);
  }),
  notes.audit('unavailable', ['NOTE-WRITE-002', 'ERR-006'], async (t) => {
    const { note, get, put } = await givenReadableNote(t);
    for (const { field, available } of styleFields) {
      t.given(getFieldList(note, available).length > 0, `a note with a list ${available}`);
      const unchanged = await put({ [field]: note[field] });
      t.givenSuccess(unchanged, `the current ${field} can be written again`);
    }
    const read = async () => getNoteContent((await get()).json);
    const calls = findUnavailableValue(note)
      .flatMap((change) => [change, { text: 'a rejected change has no effect', ...change }])
      .map((change) => [JSON.stringify(change), () => put(change)] as const);
    await mustRejectWithoutEffect(
      t.for('NOTE-WRITE-002', 'ERR-006'),
      read,
      [400, 'INVALID_VALUE'],
      Object.fromEntries(calls),
    );
  }),
  notes.audit('write-other-node', ['NOTE-WRITE-003', 'ERR-003'], async (t) => {
    const { graph, put } = await createNote(t);
    const change = { text: 'Only a note holds this' };
    const proven = await put(change);
    t.givenSuccess(proven, 'the note of a Note node can be written');
    const calls = (await listOtherNodes(t, graph)).map(
      (node) => [`the note of a ${node.category} node`, () => put(change, node)] as const,
    );
    await mustRejectWithoutEffect(
      t.for('NOTE-WRITE-003', 'ERR-003'),
      () => readNodeStructure(t, graph),
      [400, 'INVALID_REQUEST'],
      Object.fromEntries(calls),
    );
  }),
  notes.audit('read-other-node', ['ERR-003'], async (t) => {
    const { graph, get } = await givenReadableNote(t);
    for (const node of await listOtherNodes(t, graph)) t.mustFail(await get(node), 400, 'INVALID_REQUEST');
  }),
];
