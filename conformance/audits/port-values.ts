import { integer, string, tuple } from 'fast-check';
import { type CompoundPort, createCompoundPort, mustAcceptAs } from '../audit-helpers/compound-port.ts';
import { mustRejectWithoutEffect } from '../audit-helpers/must-reject.ts';
import { requirePortName, type TargetPort, toTempId } from '../audit-helpers/node-type-survey.ts';
import { type AuditContext, type AuditTools, defineAuditArea } from '../audit.ts';
import { includesDeep } from '../json.ts';
import { parseVector } from '../model/sample-values.ts';
import { pathTo } from '../target/id.ts';
import type { RequirementId } from '../requirements/index.ts';

const values = defineAuditArea('values', 'token', 'project');

interface DropdownPort {
  readonly category: string;
  readonly port: TargetPort;
  readonly labels: readonly string[];
  /** The response that lists the port's options. */
  readonly source: unknown;
}

const dropdownNeed = 'a dropdown with a list of options (choices.paths "options")';

const isDropdownInput = ({ type, direction, record }: TargetPort): boolean =>
  /^(dropdown|enum)$/i.test(type) && direction === 'input' && record.isSensitive !== true;

/**
 * Reads the options of a port from the port's record, from the options route, or from the error that rejects an invalid
 * text.
 */
const readOptionsSource = async (t: AuditTools, port: TargetPort): Promise<unknown> => {
  const ownOptions = t.fields.read(port.record, 'options');
  if (t.fields.labels(ownOptions).length > 0) return ownOptions;
  const { json: response } = await t.http.get(pathTo`/api/ports/${port.id}/options`);
  if (t.fields.labels(response).length > 0) return response;
  const refusal = await t.fixtures.write(port.id, 'no-such-option');
  return refusal.at('error.details') ?? refusal.at('error');
};

/**
 * Creates a dropdown of each node type that has a dropdown with at least two uniquely labelled options. The name of the
 * selected option may differ from the option's label.
 */
const findDropdowns = async (t: AuditTools): Promise<readonly DropdownPort[]> => {
  const graph = await t.fixtures.graph();
  const found: DropdownPort[] = [];
  for (const { category, ports } of (await t.fixtures.palette()).nodes) {
    if (!ports.some(isDropdownInput)) continue;
    const node = await t.fixtures.node(graph, category);
    for (const port of node.ports.filter(isDropdownInput)) {
      const source = await readOptionsSource(t, port);
      const labels = t.fields.labels(source);
      const areDistinct = labels.length > 1 && new Set(labels).size === labels.length;
      if (areDistinct) found.push({ category, port, labels, source });
    }
  }
  t.given(found.length > 0, dropdownNeed);
  return found;
};

/** Finds a dropdown whose selection changes nothing else in its node. */
const findPlainDropdown = async (t: AuditTools): Promise<DropdownPort> => {
  const found = await findDropdowns(t);
  return (
    found.find(({ port }) => port.record.affectsNodePorts !== true) ?? found[0] ?? t.unverified(dropdownNeed)
  );
};

/** Asserts that a write is accepted. Returns the value that is read afterwards, as a string for comparisons. */
const writeAndRead = async (t: AuditContext, { port }: DropdownPort, value: unknown): Promise<string> => {
  const reply = await t.fixtures.write(port.id, value);
  t.mustSucceed(reply, `the option ${JSON.stringify(value)} is accepted`);
  return JSON.stringify(await t.fixtures.read(port.id));
};

/** Writes each option by its label and by its index. Returns the port's value after each write. */
const writeEachOption = async (
  t: AuditContext,
  choice: DropdownPort,
  addressing: 'label' | 'index',
): Promise<readonly string[]> => {
  const readBack: string[] = [];
  for (const [index, label] of choice.labels.entries()) {
    readBack.push(await writeAndRead(t, choice, addressing === 'label' ? label : index));
  }
  t.must(
    new Set(readBack).size === choice.labels.length,
    `each option written by its ${addressing} reads back as itself`,
    { expected: choice.labels, actual: readBack },
  );
  return readBack;
};

/**
 * Whether a stored value is the option with this label, either as the label itself or as the value that an index sets.
 */
const matchesOption = (stored: string | undefined, label: string, byIndex: readonly string[]): boolean =>
  stored !== undefined && (stored.includes(JSON.stringify(label).slice(1, -1)) || byIndex.includes(stored));

/** Multiples of 1/8, which single and double precision represent exactly. */
const eighthValues = integer({ min: -8000, max: 8000 }).map((n) => n / 8);
/** Color levels that a target with 8 bits per channel stores without loss. */
const channelValues = integer({ min: 0, max: 255 }).map((n) => n / 255);

export const createInputPort = async (t: AuditTools, type: string): Promise<TargetPort> => {
  const graph = await t.fixtures.graph();
  return (await t.fixtures.plainInput(graph, type)).port;
};

/** Asserts that different spellings of the same value are read back as equal values. */
const mustReadAlike = async (
  t: AuditContext,
  { id, type }: CompoundPort,
  otherValue: unknown,
  spellings: readonly unknown[],
): Promise<void> => {
  const readBack: (readonly number[] | undefined)[] = [];
  for (const value of spellings) {
    t.given((await t.fixtures.write(id, otherValue)).ok, 'the port can be reset');
    t.must((await t.fixtures.write(id, value)).ok, `${JSON.stringify(value)} is accepted`);
    readBack.push(parseVector(type, await t.fixtures.read(id)));
  }
  t.must(readBack[0] !== undefined, `${JSON.stringify(spellings[0])} reads back`);
  for (const [index, components] of readBack.entries()) {
    t.mustEqual(components, readBack[0], `${JSON.stringify(spellings[index])} reads back like the first`);
  }
};

/** Writes a valid value, and then asserts that each invalid value is rejected and leaves the port unchanged. */
const mustRejectValues = async (
  t: AuditContext,
  port: TargetPort,
  valid: unknown,
  invalid: readonly unknown[],
): Promise<void> => {
  const written = await t.fixtures.write(port.id, valid);
  t.given(written.ok, `${JSON.stringify(valid)} is accepted`, { actual: written.status });
  const calls = Object.fromEntries(
    invalid.map((value) => [JSON.stringify(value), () => t.fixtures.write(port.id, value)]),
  );
  await mustRejectWithoutEffect(t, () => t.fixtures.read(port.id), [400, 'INVALID_VALUE'], calls);
};

const defineRejectionAudit = (
  id: string,
  requirements: readonly [RequirementId, ...RequirementId[]],
  type: string,
  valid: unknown,
  invalid: readonly unknown[],
) =>
  values.audit(id, requirements, async (t) => {
    await mustRejectValues(t.for(...requirements), await createInputPort(t, type), valid, invalid);
  });

export const audits = [
  values
    .with({ likelyCause: 'one of the three Vector3 shapes is not coerced' })
    .audit('vector3-shapes', ['VALUE-VECTOR3-001', 'VALUE-VECTOR3-002', 'VALUE-VECTOR3-003'], async (t) => {
      const port = await createCompoundPort(t, 'Vector3');
      await t.property(
        'a Vector3 reads back as written',
        tuple(eighthValues, eighthValues, eighthValues),
        async ([x, y, z]) => {
          await mustAcceptAs(t.for('VALUE-VECTOR3-001'), port, { x, y, z }, [x, y, z]);
          await mustAcceptAs(t.for('VALUE-VECTOR3-002'), port, [z, x, y], [z, x, y]);
          await mustAcceptAs(t.for('VALUE-VECTOR3-003'), port, x, [x, x, x]);
        },
        { runs: 15 },
      );
    }),
  values.audit('vector3-alike', ['VALUE-VECTOR3-005'], async (t) => {
    await mustReadAlike(t, await createCompoundPort(t, 'Vector3'), 0, [{ x: 2, y: 2, z: 2 }, [2, 2, 2], 2]);
  }),
  defineRejectionAudit(
    'vector3-refusals',
    ['VALUE-VECTOR3-004', 'ERR-005'],
    'Vector3',
    { x: 1, y: 2, z: 3 },
    ['no vector', { foo: 1 }, ['a', 'b', 'c']],
  ),
  values
    .with({ likelyCause: 'a color of three items does not get alpha 1, or channels are mixed up' })
    .audit('color-shapes', ['VALUE-COLOR-001', 'VALUE-COLOR-002', 'VALUE-COLOR-003'], async (t) => {
      const port = await createCompoundPort(t, 'Color');
      const reset = async () =>
        t.given((await t.fixtures.write(port.id, [0, 0, 0, 0.2])).ok, 'the port can be reset');
      await t.property(
        'a Color reads back as written',
        tuple(channelValues, channelValues, channelValues, channelValues),
        async ([r, g, b, a]) => {
          await mustAcceptAs(t.for('VALUE-COLOR-001'), port, [r, g, b, a], [r, g, b, a]);
          await reset();
          await mustAcceptAs(t.for('VALUE-COLOR-002'), port, [g, b, r], [g, b, r, 1]);
          await reset();
          await mustAcceptAs(t.for('VALUE-COLOR-003'), port, { r, g, b, a }, [r, g, b, a]);
        },
        { runs: 15 },
      );
    }),
  values.audit('color-alike', ['VALUE-COLOR-005'], async (t) => {
    const equalColors = [{ r: 1, g: 0, b: 0, a: 1 }, [1, 0, 0, 1], [1, 0, 0]];
    await mustReadAlike(t, await createCompoundPort(t, 'Color'), [0, 0, 0, 0], equalColors);
  }),
  defineRejectionAudit(
    'color-refusals',
    ['VALUE-COLOR-004', 'ERR-005'],
    'Color',
    [1, 0.5, 0, 1],
    [{ foo: 1 }, ['r', 'g', 'b']],
  ),
  defineRejectionAudit('number-refusals', ['VALUE-OTHER-002', 'ERR-005'], 'Float', 1.5, [
    'no number',
    { x: 1 },
  ]),
  values.audit('plain', ['VALUE-OTHER-003', 'PORT-WRITE-003', 'PORT-READ-001'], async (t) => {
    const [float, text] = [await createInputPort(t, 'Float'), await createInputPort(t, 'String')];
    const assertions = t.for('VALUE-OTHER-003');
    const readBack = t.for('VALUE-OTHER-003', 'PORT-WRITE-003', 'PORT-READ-001');
    await t.property('a number reads back', eighthValues, async (number) => {
      assertions.must((await t.fixtures.write(float.id, number)).ok, `${number} is accepted`);
      const stored = await t.fixtures.read(float.id);
      readBack.must(Math.abs(Number(stored) - number) < 0.001, `${number} reads back`, { actual: stored });
    });
    await t.property(
      'a text reads back',
      string({ minLength: 1, maxLength: 40 }).filter((word) => word.trim() === word),
      async (word) => {
        assertions.must((await t.fixtures.write(text.id, word)).ok, `${JSON.stringify(word)} is accepted`);
        readBack.mustEqual(await t.fixtures.read(text.id), word, 'a text reads back');
      },
    );
  }),

  values.audit('dropdown-label-and-index', ['VALUE-DROPDOWN-001', 'VALUE-DROPDOWN-002'], async (t) => {
    const choice = await findPlainDropdown(t);
    const byLabel = await writeEachOption(t.for('VALUE-DROPDOWN-001'), choice, 'label');
    const byIndex = await writeEachOption(t.for('VALUE-DROPDOWN-002'), choice, 'index');
    t.for('VALUE-DROPDOWN-001').must(
      choice.labels.every((label, index) => matchesOption(byLabel[index], label, byIndex)),
      'an option written by its label reads back as that option',
      { expected: choice.labels, actual: byLabel },
    );
    t.for('VALUE-DROPDOWN-002').mustEqual(
      [...byIndex].sort(),
      [...byLabel].sort(),
      'the indexes select the options that the labels name',
    );
    for (const { label, index } of t.fields.options(choice.source)) {
      if (index === undefined) continue;
      t.for('VALUE-DROPDOWN-002').mustEqual(
        byIndex[index],
        byLabel[choice.labels.indexOf(label)],
        `index ${index} selects the option with that index`,
      );
    }
  }),
  values.audit('every-dropdown', ['VALUE-DROPDOWN-001', 'VALUE-DROPDOWN-002'], async (t) => {
    for (const choice of await findDropdowns(t)) {
      const last = choice.labels.length - 1;
      const [byIndex, byLabel] = [t.for('VALUE-DROPDOWN-002'), t.for('VALUE-DROPDOWN-001')];
      const ends = [await writeAndRead(byIndex, choice, 0), await writeAndRead(byIndex, choice, last)];
      byIndex.must(ends[0] !== ends[1], 'the first and the last index select different options', {
        actual: ends,
      });
      const readBack: string[] = [];
      for (const label of [choice.labels[0], choice.labels[last]]) {
        readBack.push(await writeAndRead(byLabel, choice, label));
      }
      byLabel.must(readBack[0] !== readBack[1], 'different labels read back as different options', {
        actual: readBack,
      });
    }
  }),
  values.audit('dropdown-built', ['BUILD-010'], async (t) => {
    const choice = await findPlainDropdown(t);
    const { port, category } = choice;
    const name = requirePortName(t, port);
    const graph = await t.fixtures.graph();
    for (const [index, label] of choice.labels.slice(0, 2).entries()) {
      for (const value of [label, index]) {
        const stored = await writeAndRead(t, choice, value);
        const existingIds = new Set((await t.fixtures.listNodes(graph)).map(({ id }) => id));
        const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/build`, {
          nodes: [{ tempId: toTempId('choosing'), category, ports: { [name]: value } }],
          connections: [],
        });
        t.mustSucceed(reply, `a build accepts the option ${JSON.stringify(value)}`);
        const built = (await t.fixtures.listNodes(graph)).find(({ id }) => !existingIds.has(id));
        const created = built?.ports.find((one) => one.name === name);
        if (!created) return t.unverified('a built node with the port');
        t.mustEqual(
          JSON.stringify(await t.fixtures.read(created.id)),
          stored,
          'the port has the same value as after a write',
        );
      }
    }
  }),
  values.audit('dropdown-refusals', ['VALUE-DROPDOWN-003', 'VALUE-DROPDOWN-004', 'ERR-008'], async (t) => {
    const { port, labels } = await findPlainDropdown(t);
    t.given((await t.fixtures.write(port.id, labels[1])).ok, 'an option can be set');
    const refused = t.for('VALUE-DROPDOWN-003', 'ERR-008');
    const snapshot = await t.snapshot(() => t.fixtures.read(port.id));
    const reply = await t.fixtures.write(port.id, 'no-such-option');
    refused.mustFail(reply, 400, 'INVALID_VALUE');
    const unlisted = labels.filter(
      (label) => !includesDeep(reply.json, label) && !String(reply.at('error.message')).includes(label),
    );
    t.for('VALUE-DROPDOWN-004').mustEqual(unlisted, [], 'the rejection lists the valid options');
    await refused.mustBeUnchanged(snapshot, 'a rejected write changes nothing');
  }),
  values.audit('dropdown-index-beyond', ['VALUE-DROPDOWN-005'], async (t) => {
    const { port, labels } = await findPlainDropdown(t);
    t.given((await t.fixtures.write(port.id, labels.length - 1)).ok, 'the last option can be set by index');
    await mustRejectWithoutEffect(t, () => t.fixtures.read(port.id), 'no success', {
      'the index beyond the last': () => t.fixtures.write(port.id, labels.length),
      'a negative index': () => t.fixtures.write(port.id, -1),
    });
  }),
];
