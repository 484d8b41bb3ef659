/** Properties of written values, for the ports of every type on offer. */
import { anything, constantFrom, integer, jsonValue, oneof, record, tuple } from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { getByPath, isRecord } from '../json.ts';
import { describeReply } from '../target/http/describe-reply.ts';
import { defineAuditArea } from '../define-audit-area.ts';
import { parseVector } from '../model/vector-components.ts';
import { createCompoundPort, mustAcceptAs } from '../audit-helpers/compound-port.ts';
import type { Arbitrary } from 'fast-check';
import type { AuditTools } from '../audit.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';
import type { RequirementId } from '../requirements/index.ts';

const coercion = defineAuditArea('coercion', 'token', 'project');

/** Types whose ports hold what an author writes; a Button is pressed, a Trigger holds nothing. */
const typesWithoutValue = ['Trigger', 'Button'];

/** An input of a type whose value is shown in full and does not change its node. */
const createValuePort = async (t: AuditTools, type: string): Promise<TargetPort | undefined> => {
  const graph = await t.fixtures.graph();
  const found = await t.fixtures.tryPort(
    graph,
    (port) =>
      port.type === type &&
      port.direction === 'input' &&
      port.record.isSensitive !== true &&
      port.record.affectsNodePorts !== true,
  );
  return found?.port;
};

const listValueTypes = async (t: AuditTools): Promise<readonly string[]> =>
  [...(await t.fixtures.palette()).types().input].filter((type) => !typesWithoutValue.includes(type));

/** Zero and one are frequent: there a target shows that it takes them for a value that is missing. */
const withEdgeCases = (numbers: Arbitrary<number>): Arbitrary<number> =>
  oneof({ arbitrary: constantFrom(0, 1), weight: 1 }, { arbitrary: numbers, weight: 2 });

const eighthArbitrary = withEdgeCases(integer({ min: -8000, max: 8000 }).map((n) => n / 8));
const channelArbitrary = withEdgeCases(integer({ min: 0, max: 255 }).map((n) => n / 255));

interface ValueShapeCase {
  readonly requirement: RequirementId;
  readonly type: 'Vector3' | 'Color';
  readonly words: string;
  /** A written value, with the components that it stands for. */
  readonly values: Arbitrary<{ readonly written: unknown; readonly stands: readonly number[] }>;
}

const vectorArbitrary = tuple(eighthArbitrary, eighthArbitrary, eighthArbitrary);
const colorArbitrary = tuple(channelArbitrary, channelArbitrary, channelArbitrary, channelArbitrary);

const valueShapeCases: readonly ValueShapeCase[] = [
  {
    requirement: 'VALUE-VECTOR3-001',
    type: 'Vector3',
    words: 'object',
    values: vectorArbitrary.map(([x, y, z]) => ({ written: { x, y, z }, stands: [x, y, z] })),
  },
  {
    requirement: 'VALUE-VECTOR3-002',
    type: 'Vector3',
    words: 'array',
    values: vectorArbitrary.map((written) => ({ written, stands: written })),
  },
  {
    requirement: 'VALUE-VECTOR3-003',
    type: 'Vector3',
    words: 'number',
    values: eighthArbitrary.map((written) => ({ written, stands: [written, written, written] })),
  },
  {
    requirement: 'VALUE-COLOR-001',
    type: 'Color',
    words: 'array-of-four',
    values: colorArbitrary.map((written) => ({ written, stands: written })),
  },
  {
    requirement: 'VALUE-COLOR-002',
    type: 'Color',
    words: 'array-of-three',
    values: colorArbitrary.map(([r, g, b]) => ({ written: [r, g, b], stands: [r, g, b, 1] })),
  },
  {
    requirement: 'VALUE-COLOR-003',
    type: 'Color',
    words: 'object',
    values: colorArbitrary.map(([r, g, b, a]) => ({ written: { r, g, b, a }, stands: [r, g, b, a] })),
  },
];

/** One shape of a compound value is read back component by component, and as itself when it is written again. */
const defineShapeAudit = ({ requirement, type, words, values }: ValueShapeCase) =>
  coercion.audit(
    `${type.toLowerCase()}-${words}`,
    [requirement],
    { likelyCause: 'a component of 0 is taken for one that is missing, or components are mixed up' },
    async (t) => {
      const port = await createCompoundPort(t, type);
      await t.property(
        `a ${type} written as ${words} is read back`,
        values,
        async ({ written, stands }) => {
          await mustAcceptAs(t, port, written, stands);
        },
        { runs: 40 },
      );
    },
  );

/** A text that no number, vector, colour or option is written as. */
const nonsenseText = 'zz-no-such-value';

/** Values that no reading of the description lets a port of the type take. */
const foreignValues: Readonly<Record<string, Arbitrary<unknown>>> = {
  Vector3: oneof(
    constantFrom<unknown>(nonsenseText, { foo: 1 }),
    tuple(eighthArbitrary, eighthArbitrary, constantFrom(0, 1, 2)).map(([a, b, index]) =>
      [a, b].toSpliced(index, 0, nonsenseText as never),
    ),
    record({ x: eighthArbitrary, y: constantFrom(nonsenseText), z: eighthArbitrary }),
  ),
  Color: oneof(
    constantFrom<unknown>({ foo: 1 }),
    tuple(channelArbitrary, channelArbitrary, constantFrom(0, 1, 2)).map(([a, b, index]) =>
      [a, b].toSpliced(index, 0, nonsenseText as never),
    ),
    record({ r: channelArbitrary, g: channelArbitrary, b: constantFrom(nonsenseText), a: channelArbitrary }),
  ),
  Float: constantFrom<unknown>(nonsenseText, { x: 1 }),
  Integer: constantFrom<unknown>(nonsenseText, { x: 1 }),
  Dropdown: constantFrom<unknown>(nonsenseText),
};

/** A value that the port takes, other than the one it holds: only then does it show that a refusal changes it. */
const markerValues: Readonly<Record<string, unknown>> = {
  Vector3: [2, 3, 4],
  Color: [0.2, 0.4, 0.6, 0.8],
  Float: 2.5,
  Integer: 3,
};

/**
 * The examples of a type: what its entry calls so, or the entry itself. A bare text may be one about the shape, as good
 * as a record that is more than a vector or a colour.
 */
const listExamples = (type: string, entry: unknown): readonly unknown[] => {
  const several = getByPath(entry, 'examples');
  if (Array.isArray(several)) return several;
  if (isRecord(entry) && 'example' in entry) return [entry.example];
  const isItself = typeof entry === 'number' || typeof entry === 'boolean' || parseVector(type, entry);
  return isItself && typeof entry !== 'string' ? [entry] : [];
};

/** What ports of these types take depends on the port or on the scene, and so may an example. */
const contextDependentTypes = ['Dropdown', 'ObjectSelector', 'AssetSelector', ...typesWithoutValue];

/** What is read of a choice may say more than what is written to it, and a Generic port may follow its wires. */
const normalizedTypes = [...contextDependentTypes, 'Generic'];

/** Values of other types, to ports of these. */
const defineForeignValueAudit = (
  name: string,
  row: 'VALUE-VECTOR3-004' | 'VALUE-COLOR-004' | 'VALUE-OTHER-002',
  isMeant: (type: string) => boolean,
) =>
  coercion.audit(
    name,
    [row],
    { likelyCause: 'a value is changed in part before its last part is found to be of no accepted shape' },
    async (t) => {
      const types = (await listValueTypes(t)).filter((type) => foreignValues[type] && isMeant(type));
      const ports = await Promise.all(
        types.map(async (type) => ({ type, port: await createValuePort(t, type) })),
      );
      t.given(
        ports.some(({ port }) => port),
        'inputs of types whose shapes the description shows',
      );
      for (const { type, port } of ports) {
        if (!port) continue;
        if (type in markerValues)
          t.given((await t.fixtures.write(port.id, markerValues[type])).ok, `a ${type} can be written`);
        const kept = await t.snapshot(() => t.fixtures.read(port.id));
        await t.property(
          `a ${type} port refuses`,
          // biome-ignore lint/style/noNonNullAssertion: the types were chosen by having foreign values
          foreignValues[type]!,
          async (value) => {
            t.mustFail(await t.fixtures.write(port.id, value), 400, 'INVALID_VALUE');
            await t.mustBeUnchanged(kept, `the refused ${JSON.stringify(value)} changed nothing`);
          },
          { runs: 15 },
        );
      }
    },
  );

export const coercionAudits = [
  ...valueShapeCases.map(defineShapeAudit),
  defineForeignValueAudit('foreign-vectors', 'VALUE-VECTOR3-004', (type) => type === 'Vector3'),
  defineForeignValueAudit('foreign-colors', 'VALUE-COLOR-004', (type) => type === 'Color'),
  defineForeignValueAudit(
    'foreign-values',
    'VALUE-OTHER-002',
    (type) => type !== 'Vector3' && type !== 'Color',
  ),
  coercion.audit('own-examples', ['VALUE-OTHER-004'], async (t) => {
    const formats = (await t.http.get('/api/types')).at('PortValueFormats');
    let tried = 0;
    for (const type of await listValueTypes(t)) {
      if (contextDependentTypes.includes(type)) continue;
      const examples = listExamples(type, getByPath(formats, type));
      const port = examples.length > 0 ? await createValuePort(t, type) : undefined;
      if (!port) continue;
      for (const example of examples) {
        const reply = await t.fixtures.write(port.id, example);
        t.must(reply.ok, `a ${type} port takes the example ${JSON.stringify(example)}`, describeReply(reply));
        tried += 1;
      }
    }
    t.given(
      tried > 0,
      'examples in PortValueFormats (examples or example of a type) and ports of their types',
    );
  }),
  coercion.audit(
    'any-value',
    ['VALUE-OTHER-005', 'VALUE-OTHER-002'],
    { timeout: 120_000, likelyCause: 'a value is stored as it came instead of in the one form of its type' },
    async (t) => {
      const values = oneof(
        jsonValue({ maxDepth: 2, noUnicodeString: true }),
        anything({ maxDepth: 0, maxKeys: 0 }).filter((value) => ['boolean', 'string'].includes(typeof value)),
        eighthArbitrary,
        vectorArbitrary,
        colorArbitrary,
        vectorArbitrary.map(([x, y, z]) => ({ x, y, z })),
      );
      let ports = 0;
      const [restored, refused] = [t.for('VALUE-OTHER-005'), t.for('VALUE-OTHER-002')];
      for (const type of await listValueTypes(t)) {
        const port = await createValuePort(t, type);
        if (!port) continue;
        ports += 1;
        await t.property(
          `whatever is written to a ${type} port`,
          values,
          async (value) => {
            const before = await t.fixtures.read(port.id);
            const reply = await t.fixtures.write(port.id, value);
            const held = await t.fixtures.read(port.id);
            if (!reply.ok) {
              // null may count as no value at all, and a choice that is not there may be refused in another way.
              if (value === null || contextDependentTypes.includes(type))
                refused.mustNotSucceed(reply, 'a value is taken or refused');
              else refused.mustFail(reply, 400, 'INVALID_VALUE');
              refused.mustEqual(held, before, 'what is refused changes nothing');
            } else if (!normalizedTypes.includes(type)) {
              const again = await t.fixtures.write(port.id, held);
              restored.must(
                again.ok,
                `${JSON.stringify(held)}, which was read, can be written`,
                describeReply(again),
              );
              restored.must(
                isDeepStrictEqual(await t.fixtures.read(port.id), held),
                `${JSON.stringify(held)}, which was read, reads back the same`,
              );
            }
          },
          { runs: 20 },
        );
      }
      t.given(ports > 0, 'inputs that hold values');
    },
  ),
];
