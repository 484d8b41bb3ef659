import { isRecord, recordsOf, type JsonRecord } from '../../json.ts';
import { linkArea, type LinkContext } from '../../link/link-audit.ts';
import { refusalOf } from './commands.ts';
import type { Line } from '../../link/line.ts';

const abilities = linkArea('link-abilities');
const properties = linkArea('link-abilities', 'can:properties');

const absent = 'conformance-absent';

/** A scene object that has components. */
const anObject = async (t: Pick<LinkContext, 'can' | 'given'>, line: Line): Promise<string> => {
  t.given(t.can.discovery.includes('scene-objects'), 'a runtime that lists scene-objects');
  const { result } = await line.done('discovery.list', { dataType: 'scene-objects' });
  for (const item of recordsOf(result.items)) {
    for (const tag of [item.tag, item.name, item.id]) {
      if (typeof tag !== 'string') continue;
      const listed = await line.ask('components.list', { object: tag });
      if (recordsOf(listed.result?.components).length > 0) return tag;
    }
  }
  t.given(false, 'a scene object with components');
  return '';
};

interface Place {
  readonly object: string;
  readonly component: string;
}

const readAll = async (line: Line, place: Place): Promise<readonly JsonRecord[]> => {
  const { result } = await line.done('properties.read', place);
  return recordsOf(result.properties);
};

interface Writable {
  readonly name: string;
  readonly value: unknown;
  readonly other: unknown;
}

/** A property that can be written with a number, or with yes and no, and another value that it takes. */
const writable = (found: readonly JsonRecord[]): readonly Writable[] =>
  found.flatMap((property): readonly Writable[] => {
    const { name, type, value, readOnly, minimum, maximum, structural } = property;
    if (typeof name !== 'string' || readOnly === true || structural === true) return [];
    if (type === 'Boolean' && typeof value === 'boolean') return [{ name, value, other: !value }];
    if (type !== 'Float' || typeof value !== 'number') return [];
    const [low, high] = [Number(minimum ?? -1_000), Number(maximum ?? 1_000)];
    const middle = low + (high - low) / 4;
    return [{ name, value, other: middle === value ? low + (high - low) / 2 : middle }];
  });

/** Every place of an object with properties that can be written. */
const aWritable = async (t: Pick<LinkContext, 'can' | 'given'>, line: Line) => {
  const object = await anObject(t, line);
  const { result } = await line.done('components.list', { object });
  for (const { name: component } of recordsOf(result.components)) {
    if (typeof component !== 'string') continue;
    const place = { object, component };
    const [first, ...rest] = writable(await readAll(line, place));
    if (first) return { place, first, second: rest[0] };
  }
  t.given(false, 'a property that can be written');
  return undefined;
};

/** The head of an answer of scene.changes, which says in its first four bytes how long it is; undefined for what is none. */
const headIn = (data: unknown): JsonRecord | undefined => {
  const bytes = Buffer.from(String(data), 'base64');
  try {
    const head: unknown = JSON.parse(bytes.toString('utf8', 4, 4 + bytes.readUInt32LE(0)));
    return isRecord(head) ? head : undefined;
  } catch {
    return undefined;
  }
};

export const abilityAudits = [
  abilities.audit('discovery', ['LINK-CAN-001'], { needs: ['can:discovery'] }, async (t) => {
    const line = await t.line();
    for (const dataType of t.can.discovery) {
      const { result, error } = await line.ask('discovery.list', { dataType });
      t.must(Array.isArray(result?.items), `discovery.list of ${dataType} answers items`, { actual: error });
    }
  }),

  properties.audit('refusals', ['LINK-CAN-002', 'LINK-CAN-003', 'LINK-CAN-004'], async (t) => {
    const line = await t.line();
    const object = await anObject(t, line);
    const place = { object: absent, component: absent };
    for (const [method, params] of [
      ['components.list', { object: absent }],
      ['properties.read', place],
      ['property.write', { ...place, property: absent, value: 1 }],
      ['properties.write', { ...place, properties: [{ name: absent, value: 1 }] }],
    ] as const)
      t.of('LINK-CAN-002').mustEqual(
        refusalOf(await line.ask(method, params)),
        'OBJECT_NOT_FOUND',
        `${method} of an object that is not there is refused`,
      );
    for (const [method, params] of [
      ['properties.read', { object, component: absent }],
      ['property.write', { object, component: absent, property: absent, value: 1 }],
      ['properties.write', { object, component: absent, properties: [{ name: absent, value: 1 }] }],
    ] as const)
      t.of('LINK-CAN-003').mustEqual(
        refusalOf(await line.ask(method, params)),
        'COMPONENT_NOT_FOUND',
        `${method} of a component that is not there is refused`,
      );
    const { result } = await line.done('components.list', { object });
    const component = recordsOf(result.components)[0]?.name;
    for (const [method, more] of [
      ['properties.read', {}],
      ['property.write', { value: 1 }],
    ] as const)
      t.of('LINK-CAN-004').mustEqual(
        refusalOf(await line.ask(method, { object, component, property: absent, ...more })),
        'PROPERTY_NOT_FOUND',
        `${method} of a property that is not there is refused`,
      );
  }),

  properties.audit('read', ['LINK-CAN-005'], async (t) => {
    const line = await t.line();
    const found = await aWritable(t, line);
    if (!found) return;
    for (const { name, type } of await readAll(line, found.place)) {
      const { result, error } = await line.ask('properties.read', { ...found.place, property: name });
      const single = recordsOf(result?.properties);
      t.mustEqual(
        single.map((property) => ({ name: property.name, type: property.type })),
        [{ name, type }],
        `properties.read of ${String(name)} answers that one${error ? ', and no error' : ''}`,
      );
    }
  }),

  properties.audit('write', ['LINK-CAN-006', 'LINK-CAN-007', 'LINK-CAN-008'], async (t) => {
    const line = await t.line();
    const found = await aWritable(t, line);
    if (!found) return;
    const { place, first, second } = found;
    const at = { ...place, property: first.name };
    const read = async (name: string): Promise<unknown> => {
      const { result } = await line.done('properties.read', { ...place, property: name });
      return recordsOf(result.properties)[0]?.value;
    };
    const { result } = await line.ask('property.write', { ...at, value: first.other });
    t.of('LINK-CAN-006').mustEqual(
      { previous: result?.previous, value: result?.value },
      { previous: first.value, value: first.other },
      `property.write of ${first.name} answers what it was and what it is`,
    );
    t.of('LINK-CAN-006').mustEqual(
      await read(first.name),
      first.other,
      `${first.name} reads as it was written`,
    );

    const refused = await line.ask('property.write', { ...at, value: { no: ['value'] } });
    t.of('LINK-CAN-007').mustEqual(refusalOf(refused), 'INVALID_VALUE', 'An object is no value for it');
    t.of('LINK-CAN-007').mustEqual(await read(first.name), first.other, `${first.name} is as it was`);

    const entries = [
      { name: absent, value: 1 },
      { name: first.name, value: first.value },
      ...(second ? [{ name: second.name, value: second.value }] : []),
    ];
    const bulk = await line.ask('properties.write', { ...place, properties: entries });
    const succeeded = entries.length - 1;
    t.of('LINK-CAN-008').mustEqual(
      bulk.result && {
        counts: [bulk.result.totalCount, bulk.result.succeededCount, bulk.result.failedCount],
        results: recordsOf(bulk.result.results).map(({ name, success, error }) => ({
          ...{ name, success },
          hasError: isRecord(error),
        })),
      },
      {
        counts: [entries.length, succeeded, 1],
        results: entries.map(({ name }) => ({
          ...{ name, success: name !== absent },
          hasError: name === absent,
        })),
      },
      'properties.write answers what came of each, in order',
    );
    t.of('LINK-CAN-008').mustEqual(
      await read(first.name),
      first.value,
      `${first.name} was written behind one that failed`,
    );
  }),

  abilities.audit(
    'clips',
    ['LINK-CAN-002', 'LINK-CAN-009'],
    { needs: ['can:playbacks', 'can:properties'] },
    async (t) => {
      const line = await t.line();
      const object = await anObject(t, line);
      for (const [method, params] of [
        ['playbacks.list', { object: absent }],
        ['clip.read', { object: absent, clip: absent }],
      ] as const)
        t.of('LINK-CAN-002').mustEqual(
          refusalOf(await line.ask(method, params)),
          'OBJECT_NOT_FOUND',
          `${method} of an object that is not there is refused`,
        );
      t.of('LINK-CAN-009').mustEqual(
        refusalOf(await line.ask('clip.read', { object, clip: absent })),
        'CLIP_NOT_FOUND',
        'A clip that is not there is refused',
      );
    },
  ),

  abilities.audit('input', ['LINK-CAN-010'], { needs: ['can:input'] }, async (t) => {
    const line = await t.line();
    const { result, error } = await line.ask('input.inject', { inputs: [] });
    t.must(isRecord(result?.state), 'input.inject of nothing answers the state', { actual: error });
  }),

  abilities.audit('scene', ['LINK-CAN-012'], { needs: ['can:changes'] }, async (t) => {
    const line = await t.line();
    const first = headIn((await line.done('scene.changes', {})).result.data);
    t.mustEqual(
      {
        whole: first?.whole,
        mark: Number.isInteger(first?.mark),
        drawables: Array.isArray(first?.drawables),
      },
      { whole: true, mark: true, drawables: true },
      'scene.changes without a mark answers a head that tells of all',
    );
    const again = headIn((await line.done('scene.changes', { since: first?.mark })).result.data);
    t.must(Number.isInteger(again?.mark), 'scene.changes since that mark answers a head with a mark', {
      actual: again,
    });
  }),

  abilities.audit('projects', ['LINK-CAN-011'], { needs: ['can:projects'] }, async (t) => {
    const line = await t.line();
    const { result, error } = await line.ask('project.close', {});
    t.must(result !== undefined, 'project.close succeeds', { actual: error });
  }),
];
