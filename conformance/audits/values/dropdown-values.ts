/**
 * Audits of the values of ports that offer a choice. The order of the options is not documented, so an index is
 * identified by the option that it sets.
 */
import { includesDeep } from '../../json.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { requirePortName } from '../../audit-helpers/port-reference.ts';
import { mustRejectWithoutEffect } from '../../audit-helpers/must-reject.ts';
import { toTempId } from '../../audit-helpers/temp-ids.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { pathTo } from '../../target/id.ts';
import type { AuditContext, AuditTools } from '../../audit.ts';
import type { TargetPort } from '../../audit-helpers/node-type-survey.ts';

const values = defineAuditArea('values', 'token', 'project');

interface DropdownPort {
  readonly category: string;
  readonly port: TargetPort;
  readonly labels: readonly string[];
  /** The response that lists the port's options. */
  readonly source: unknown;
}

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
  t.given(found.length > 0, 'a dropdown with a list of options (choices.paths "options")');
  return found;
};

/** Finds a dropdown whose selection changes nothing else in its node. */
const findPlainDropdown = async (t: AuditTools): Promise<DropdownPort> => {
  const found = await findDropdowns(t);
  return found.find(({ port }) => port.record.affectsNodePorts !== true) ?? (found[0] as DropdownPort);
};

/** Asserts that a write is accepted. Returns the value that is read afterwards, as a string for comparisons. */
const writeAndRead = async (t: AuditContext, { port }: DropdownPort, value: unknown): Promise<string> => {
  const reply = await t.fixtures.write(port.id, value);
  t.must(reply.ok, `the option ${JSON.stringify(value)} is accepted`, describeReply(reply));
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
    {
      expected: choice.labels,
      actual: readBack,
    },
  );
  return readBack;
};

export const dropdownAudits = [
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
        t.must(reply.ok, `a build accepts the option ${JSON.stringify(value)}`, describeReply(reply));
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

/**
 * Whether a stored value is the option with this label, either as the label itself or as the value that an index sets.
 */
const matchesOption = (stored: string | undefined, label: string, byIndex: readonly string[]): boolean =>
  stored !== undefined && (stored.includes(JSON.stringify(label).slice(1, -1)) || byIndex.includes(stored));
