/** Audits of the export of node images, on a copy that is a debug build. */
import { defineAuditArea } from '../../define-audit-area.ts';
import { filterRecords, filterStrings, includesDeep, walkJson } from '../../json.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import type { Reply } from '../../target/http/exchange.ts';

const instances = defineAuditArea('instances', 'token', 'destructive', 'condition:debug');

const path = '/api/dev/export-node-pngs';

/** Time limit for an export that renders every node type. */
const exportTimeoutMs = 120_000;

/** Whether some list of a response contains one of the names, but not the other. */
const isListedApart = ({ json }: Reply, name: string, other: string): boolean =>
  [...walkJson(json)].some(
    (list) =>
      typeof list === 'object' && list !== null && includesDeep(list, name) && !includesDeep(list, other),
  );

export const imageExportAudits = [
  instances.audit('image-export', ['IMAGE-001', 'IMAGE-002'], { timeout: exportTimeoutMs }, async (t) => {
    const { http } = await t.underCondition('debug');
    const types = filterRecords([...walkJson((await http.get('/api/node-types')).json)]);
    const enumValues = filterStrings(t.fields.items((await http.get('/api/node-types/enum-values')).json));
    t.given(enumValues.length > 0, 'the enum values of the node types');
    const every = await http.post(path);
    t.given(every.ok, 'an export of all node images that succeeds', describeReply(every));
    // A node name is the enum value or the name of a node type, whichever the response contains.
    const found = enumValues.map((enumValue) => ({
      enumValue,
      name: filterStrings([enumValue, types.find((type) => type.enumValue === enumValue)?.name]).find(
        (text) => includesDeep(every.json, text),
      ),
    }));
    const names = filterStrings(found.map(({ name }) => name));
    const listed = new Set(filterStrings([...walkJson(every.json)]));
    t.for('IMAGE-002').must(listed.size > 0, 'the response contains the names of the exported nodes', {
      actual: every.text.slice(0, 200),
    });
    const [name] = names;
    if (name === undefined) return t.unverified('the name of a node type in the response of an export');
    const missing = found.flatMap((type) => (type.name === undefined ? [type.enumValue] : []));
    // If enough texts are listed, the missing node types may have other names in the response.
    t.given(
      missing.length === 0 || listed.size < enumValues.length,
      'the names of all node types in the response of an export',
    );
    t.for('IMAGE-001').mustEqual(missing, [], 'an export without NodeNames contains every node type');
    const selected = await http.post(path, { NodeNames: [name] });
    t.given(selected.ok, `an export of ${name} that succeeds`, describeReply(selected));
    t.for('IMAGE-002').must(includesDeep(selected.json, name), `the response for ${name} contains it`, {
      actual: selected.text.slice(0, 200),
    });
    const texts = new Set(walkJson(selected.json));
    t.for('IMAGE-001').mustEqual(
      names.filter((other) => other !== name && texts.has(other)),
      [],
      `an export of ${name} contains no other node type`,
    );
    const empty = await http.post(path, { NodeNames: [] });
    t.for('IMAGE-001').must(
      empty.ok && names.every((one) => includesDeep(empty.json, one)),
      'an empty list of NodeNames means every node type',
      describeReply(empty),
    );
    const nonexistent = `${t.manifest.namespace}-no-such-node`;
    const mixed = await http.post(path, { NodeNames: [name, nonexistent] });
    t.given(mixed.ok, 'an export that names a nonexistent node and succeeds', describeReply(mixed));
    t.for('IMAGE-002').must(
      isListedApart(mixed, name, nonexistent) && isListedApart(mixed, nonexistent, name),
      'the response lists the name that succeeded and the one that failed apart',
      describeReply(mixed),
    );
  }),
];
