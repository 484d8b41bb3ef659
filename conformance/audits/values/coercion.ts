/** Properties of written values, for the ports of every type on offer. */
import { anything, constantFrom, integer, jsonValue, oneof, record, tuple } from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { at, isRecord } from '../../json.ts';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { componentsOf } from '../../model/components.ts';
import { compoundPort, mustTake } from '../../lab/compound.ts';
import type { Arbitrary } from 'fast-check';
import type { AuditTools } from '../../audit.ts';
import type { LabPort } from '../../lab/palette.ts';
import type { RequirementId } from '../../requirements/index.ts';

const coercion = area('coercion', 'token', 'project');

/** Types whose ports hold what an author writes; a Button is pressed, a Trigger holds nothing. */
const valueless = ['Trigger', 'Button'];

/** An input of a type whose value is shown in full and does not change its node. */
const valuePort = async (t: AuditTools, type: string): Promise<LabPort | undefined> => {
  const graph = await t.lab.graph();
  const found = await t.lab.tryPort(
    graph,
    (port) =>
      port.type === type &&
      port.direction === 'input' &&
      port.record.isSensitive !== true &&
      port.record.affectsNodePorts !== true,
  );
  return found?.port;
};

const valueTypes = async (t: AuditTools): Promise<readonly string[]> =>
  [...(await t.lab.palette()).types().input].filter((type) => !valueless.includes(type));

/** Zero and one are frequent: there a target shows that it takes them for a value that is missing. */
const edgy = (numbers: Arbitrary<number>): Arbitrary<number> =>
  oneof({ arbitrary: constantFrom(0, 1), weight: 1 }, { arbitrary: numbers, weight: 2 });

const eighth = edgy(integer({ min: -8000, max: 8000 }).map((n) => n / 8));
const channel = edgy(integer({ min: 0, max: 255 }).map((n) => n / 255));

interface Shape {
  readonly requirement: RequirementId;
  readonly type: 'Vector3' | 'Color';
  readonly words: string;
  /** A written value, with the components that it stands for. */
  readonly values: Arbitrary<{ readonly written: unknown; readonly stands: readonly number[] }>;
}

const vector = tuple(eighth, eighth, eighth);
const color = tuple(channel, channel, channel, channel);

const shapes: readonly Shape[] = [
  {
    requirement: 'VALUE-VECTOR3-001',
    type: 'Vector3',
    words: 'object',
    values: vector.map(([x, y, z]) => ({ written: { x, y, z }, stands: [x, y, z] })),
  },
  {
    requirement: 'VALUE-VECTOR3-002',
    type: 'Vector3',
    words: 'array',
    values: vector.map((written) => ({ written, stands: written })),
  },
  {
    requirement: 'VALUE-VECTOR3-003',
    type: 'Vector3',
    words: 'number',
    values: eighth.map((written) => ({ written, stands: [written, written, written] })),
  },
  {
    requirement: 'VALUE-COLOR-001',
    type: 'Color',
    words: 'array-of-four',
    values: color.map((written) => ({ written, stands: written })),
  },
  {
    requirement: 'VALUE-COLOR-002',
    type: 'Color',
    words: 'array-of-three',
    values: color.map(([r, g, b]) => ({ written: [r, g, b], stands: [r, g, b, 1] })),
  },
  {
    requirement: 'VALUE-COLOR-003',
    type: 'Color',
    words: 'object',
    values: color.map(([r, g, b, a]) => ({ written: { r, g, b, a }, stands: [r, g, b, a] })),
  },
];

/** One shape of a compound value is read back component by component, and as itself when it is written again. */
const shapeAudit = ({ requirement, type, words, values }: Shape) =>
  coercion.audit(
    `${type.toLowerCase()}-${words}`,
    [requirement],
    { likelyCause: 'a component of 0 is taken for one that is missing, or components are mixed up' },
    async (t) => {
      const port = await compoundPort(t, type);
      await t.property(
        `a ${type} written as ${words} is read back`,
        values,
        async ({ written, stands }) => {
          await mustTake(t, port, written, stands);
        },
        { runs: 40 },
      );
    },
  );

/** A text that no number, vector, colour or option is written as. */
const nonsense = 'zz-no-such-value';

/** Values that no reading of the description lets a port of the type take. */
const foreign: Readonly<Record<string, Arbitrary<unknown>>> = {
  Vector3: oneof(
    constantFrom<unknown>(nonsense, { foo: 1 }),
    tuple(eighth, eighth, constantFrom(0, 1, 2)).map(([a, b, index]) =>
      [a, b].toSpliced(index, 0, nonsense as never),
    ),
    record({ x: eighth, y: constantFrom(nonsense), z: eighth }),
  ),
  Color: oneof(
    constantFrom<unknown>({ foo: 1 }),
    tuple(channel, channel, constantFrom(0, 1, 2)).map(([a, b, index]) =>
      [a, b].toSpliced(index, 0, nonsense as never),
    ),
    record({ r: channel, g: channel, b: constantFrom(nonsense), a: channel }),
  ),
  Float: constantFrom<unknown>(nonsense, { x: 1 }),
  Integer: constantFrom<unknown>(nonsense, { x: 1 }),
  Dropdown: constantFrom<unknown>(nonsense),
};

/** A value that the port takes, other than the one it holds: only then does it show that a refusal changes it. */
const markers: Readonly<Record<string, unknown>> = {
  Vector3: [2, 3, 4],
  Color: [0.2, 0.4, 0.6, 0.8],
  Float: 2.5,
  Integer: 3,
};

/**
 * The examples of a type: what its entry calls so, or the entry itself. A bare text may be one about the shape, as good
 * as a record that is more than a vector or a colour.
 */
const examplesIn = (type: string, entry: unknown): readonly unknown[] => {
  const several = at(entry, 'examples');
  if (Array.isArray(several)) return several;
  if (isRecord(entry) && 'example' in entry) return [entry.example];
  const isItself = typeof entry === 'number' || typeof entry === 'boolean' || componentsOf(type, entry);
  return isItself && typeof entry !== 'string' ? [entry] : [];
};

/** What ports of these types take depends on the port or on the scene, and so may an example. */
const dependent = ['Dropdown', 'ObjectSelector', 'AssetSelector', ...valueless];

/** What is read of a choice may say more than what is written to it, and a Generic port may follow its wires. */
const restated = [...dependent, 'Generic'];

/** Values of other types, to ports of these. */
const foreignAudit = (
  name: string,
  row: 'VALUE-VECTOR3-004' | 'VALUE-COLOR-004' | 'VALUE-OTHER-002',
  isMeant: (type: string) => boolean,
) =>
  coercion.audit(
    name,
    [row],
    { likelyCause: 'a value is changed in part before its last part is found to be of no accepted shape' },
    async (t) => {
      const types = (await valueTypes(t)).filter((type) => foreign[type] && isMeant(type));
      const ports = await Promise.all(types.map(async (type) => ({ type, port: await valuePort(t, type) })));
      t.given(
        ports.some(({ port }) => port),
        'inputs of types whose shapes the description shows',
      );
      for (const { type, port } of ports) {
        if (!port) continue;
        if (type in markers)
          t.given((await t.lab.write(port.id, markers[type])).ok, `a ${type} can be written`);
        const kept = await t.keep(() => t.lab.read(port.id));
        await t.property(
          `a ${type} port refuses`,
          // biome-ignore lint/style/noNonNullAssertion: the types were chosen by having foreign values
          foreign[type]!,
          async (value) => {
            t.mustFail(await t.lab.write(port.id, value), 400, 'INVALID_VALUE');
            await t.mustAgree(kept, `the refused ${JSON.stringify(value)} changed nothing`);
          },
          { runs: 15 },
        );
      }
    },
  );

export const coercionAudits = [
  ...shapes.map(shapeAudit),
  foreignAudit('foreign-vectors', 'VALUE-VECTOR3-004', (type) => type === 'Vector3'),
  foreignAudit('foreign-colors', 'VALUE-COLOR-004', (type) => type === 'Color'),
  foreignAudit('foreign-values', 'VALUE-OTHER-002', (type) => type !== 'Vector3' && type !== 'Color'),
  coercion.audit('own-examples', ['VALUE-OTHER-004'], async (t) => {
    const formats = (await t.http.get('/api/types')).at('PortValueFormats');
    let tried = 0;
    for (const type of await valueTypes(t)) {
      if (dependent.includes(type)) continue;
      const examples = examplesIn(type, at(formats, type));
      const port = examples.length > 0 ? await valuePort(t, type) : undefined;
      if (!port) continue;
      for (const example of examples) {
        const reply = await t.lab.write(port.id, example);
        t.must(reply.ok, `a ${type} port takes the example ${JSON.stringify(example)}`, inShort(reply));
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
        eighth,
        vector,
        color,
        vector.map(([x, y, z]) => ({ x, y, z })),
      );
      let ports = 0;
      const [restored, refused] = [t.of('VALUE-OTHER-005'), t.of('VALUE-OTHER-002')];
      for (const type of await valueTypes(t)) {
        const port = await valuePort(t, type);
        if (!port) continue;
        ports += 1;
        await t.property(
          `whatever is written to a ${type} port`,
          values,
          async (value) => {
            const before = await t.lab.read(port.id);
            const reply = await t.lab.write(port.id, value);
            const held = await t.lab.read(port.id);
            if (!reply.ok) {
              // null may count as no value at all, and a choice that is not there may be refused in another way.
              if (value === null || dependent.includes(type))
                refused.mustNotSucceed(reply, 'a value is taken or refused');
              else refused.mustFail(reply, 400, 'INVALID_VALUE');
              refused.mustEqual(held, before, 'what is refused changes nothing');
            } else if (!restated.includes(type)) {
              const again = await t.lab.write(port.id, held);
              restored.must(
                again.ok,
                `${JSON.stringify(held)}, which was read, can be written`,
                inShort(again),
              );
              restored.must(
                isDeepStrictEqual(await t.lab.read(port.id), held),
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
