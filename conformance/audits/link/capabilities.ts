import { isRecord, filterRecords, type JsonRecord } from '../../json.ts';
import { defineLinkAuditArea, type LinkContext } from '../../link/link-audit.ts';
import { getErrorCode } from './commands.ts';
import type { LinkClient } from '../../link/link-client.ts';

const abilities = defineLinkAuditArea('link-abilities');
const properties = defineLinkAuditArea('link-abilities', 'can:properties');

const absentName = 'conformance-absent';

/** Finds a scene object that has at least one component. */
const findObjectWithComponents = async (
  t: Pick<LinkContext, 'capabilities' | 'given'>,
  line: LinkClient,
): Promise<string> => {
  t.given(t.capabilities.discovery.includes('scene-objects'), 'a runtime that lists scene-objects');
  const { result } = await line.runCommand('discovery.list', { dataType: 'scene-objects' });
  for (const item of filterRecords(result.items)) {
    for (const tag of [item.tag, item.name, item.id]) {
      if (typeof tag !== 'string') continue;
      const reply = await line.sendCommand('components.list', { object: tag });
      if (filterRecords(reply.result?.components).length > 0) return tag;
    }
  }
  t.given(false, 'a scene object with components');
  return '';
};

interface ComponentLocation {
  readonly object: string;
  readonly component: string;
}

const readProperties = async (
  line: LinkClient,
  location: ComponentLocation,
): Promise<readonly JsonRecord[]> => {
  const { result } = await line.runCommand('properties.read', location);
  return filterRecords(result.properties);
};

interface WritableProperty {
  readonly name: string;
  readonly value: unknown;
  readonly other: unknown;
}

/** Lists properties that can be written with a number or boolean, each with another value that the property accepts. */
const listWritableProperties = (found: readonly JsonRecord[]): readonly WritableProperty[] =>
  found.flatMap((property): readonly WritableProperty[] => {
    const { name, type, value, readOnly, minimum, maximum, structural } = property;
    if (typeof name !== 'string' || readOnly === true || structural === true) return [];
    if (type === 'Boolean' && typeof value === 'boolean') return [{ name, value, other: !value }];
    if (type !== 'Float' || typeof value !== 'number') return [];
    const [low, high] = [Number(minimum ?? -1_000), Number(maximum ?? 1_000)];
    const middle = low + (high - low) / 4;
    return [{ name, value, other: middle === value ? low + (high - low) / 2 : middle }];
  });

/** Finds an object with writable properties, and the components that have these properties. */
const findWritableProperty = async (t: Pick<LinkContext, 'capabilities' | 'given'>, line: LinkClient) => {
  const object = await findObjectWithComponents(t, line);
  const { result } = await line.runCommand('components.list', { object });
  for (const { name: component } of filterRecords(result.components)) {
    if (typeof component !== 'string') continue;
    const location = { object, component };
    const [first, ...rest] = listWritableProperties(await readProperties(line, location));
    if (first) return { location, first, second: rest[0] };
  }
  t.given(false, 'a writable property');
  return undefined;
};

/**
 * Parses the head of a scene.changes result. The first four bytes contain the length of the head. Returns `undefined`
 * when there is no valid head.
 */
const parseChangesHead = (data: unknown): JsonRecord | undefined => {
  const bytes = Buffer.from(String(data), 'base64');
  try {
    const head: unknown = JSON.parse(bytes.toString('utf8', 4, 4 + bytes.readUInt32LE(0)));
    return isRecord(head) ? head : undefined;
  } catch {
    return undefined;
  }
};

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpegSignature = [0xff, 0xd8, 0xff];

const startsWith = (bytes: Uint8Array | undefined, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes?.[index] === byte);

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 16)).toString('hex');

const readPngSize = (bytes: Uint8Array): object => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.length < 24 ? {} : { width: view.getUint32(16), height: view.getUint32(20) };
};

export const capabilityAudits = [
  abilities.with({ needs: ['can:discovery'] }).audit('discovery', ['LINK-CAN-001'], async (t) => {
    const line = await t.connect();
    for (const dataType of t.capabilities.discovery) {
      const { result, error } = await line.sendCommand('discovery.list', { dataType });
      t.must(Array.isArray(result?.items), `discovery.list of ${dataType} returns items`, { actual: error });
    }
  }),

  properties.audit('refusals', ['LINK-CAN-002', 'LINK-CAN-003', 'LINK-CAN-004'], async (t) => {
    const line = await t.connect();
    const object = await findObjectWithComponents(t, line);
    const location = { object: absentName, component: absentName };
    for (const [method, params] of [
      ['components.list', { object: absentName }],
      ['properties.read', location],
      ['property.write', { ...location, property: absentName, value: 1 }],
      ['properties.write', { ...location, properties: [{ name: absentName, value: 1 }] }],
    ] as const)
      t.for('LINK-CAN-002').mustEqual(
        getErrorCode(await line.sendCommand(method, params)),
        'OBJECT_NOT_FOUND',
        `${method} of an unknown object is rejected`,
      );
    for (const [method, params] of [
      ['properties.read', { object, component: absentName }],
      ['property.write', { object, component: absentName, property: absentName, value: 1 }],
      ['properties.write', { object, component: absentName, properties: [{ name: absentName, value: 1 }] }],
    ] as const)
      t.for('LINK-CAN-003').mustEqual(
        getErrorCode(await line.sendCommand(method, params)),
        'COMPONENT_NOT_FOUND',
        `${method} of an unknown component is rejected`,
      );
    const { result } = await line.runCommand('components.list', { object });
    const component = filterRecords(result.components)[0]?.name;
    for (const [method, more] of [
      ['properties.read', {}],
      ['property.write', { value: 1 }],
    ] as const)
      t.for('LINK-CAN-004').mustEqual(
        getErrorCode(await line.sendCommand(method, { object, component, property: absentName, ...more })),
        'PROPERTY_NOT_FOUND',
        `${method} of an unknown property is rejected`,
      );
  }),

  properties.audit('read', ['LINK-CAN-005'], async (t) => {
    const line = await t.connect();
    const found = await findWritableProperty(t, line);
    if (!found) return;
    for (const { name, type } of await readProperties(line, found.location)) {
      const { result, error } = await line.sendCommand('properties.read', {
        ...found.location,
        property: name,
      });
      const single = filterRecords(result?.properties);
      t.mustEqual(
        single.map((property) => ({ name: property.name, type: property.type })),
        [{ name, type }],
        `properties.read of ${String(name)} returns only that one${error ? ', and no error' : ''}`,
      );
    }
  }),

  properties.audit('write', ['LINK-CAN-006', 'LINK-CAN-007', 'LINK-CAN-008'], async (t) => {
    const line = await t.connect();
    const found = await findWritableProperty(t, line);
    if (!found) return;
    const { location, first, second } = found;
    const at = { ...location, property: first.name };
    const read = async (name: string): Promise<unknown> => {
      const { result } = await line.runCommand('properties.read', { ...location, property: name });
      return filterRecords(result.properties)[0]?.value;
    };
    const { result } = await line.sendCommand('property.write', { ...at, value: first.other });
    t.for('LINK-CAN-006').mustEqual(
      { previous: result?.previous, value: result?.value },
      { previous: first.value, value: first.other },
      `property.write of ${first.name} returns the old and the new value`,
    );
    t.for('LINK-CAN-006').mustEqual(
      await read(first.name),
      first.other,
      `${first.name} reads back as written`,
    );

    const refused = await line.sendCommand('property.write', { ...at, value: { no: ['value'] } });
    t.for('LINK-CAN-007').mustEqual(
      getErrorCode(refused),
      'INVALID_VALUE',
      'An object is not a valid value for it',
    );
    t.for('LINK-CAN-007').mustEqual(await read(first.name), first.other, `${first.name} is unchanged`);

    const entries = [
      { name: absentName, value: 1 },
      { name: first.name, value: first.value },
      ...(second ? [{ name: second.name, value: second.value }] : []),
    ];
    const bulkReply = await line.sendCommand('properties.write', { ...location, properties: entries });
    const succeeded = entries.length - 1;
    t.for('LINK-CAN-008').mustEqual(
      bulkReply.result && {
        counts: [bulkReply.result.totalCount, bulkReply.result.succeededCount, bulkReply.result.failedCount],
        results: filterRecords(bulkReply.result.results).map(({ name, success, error }) => ({
          ...{ name, success },
          hasError: isRecord(error),
        })),
      },
      {
        counts: [entries.length, succeeded, 1],
        results: entries.map(({ name }) => ({
          ...{ name, success: name !== absentName },
          hasError: name === absentName,
        })),
      },
      'properties.write returns the result of each write in order',
    );
    t.for('LINK-CAN-008').mustEqual(
      await read(first.name),
      first.value,
      `${first.name} was written after one that failed`,
    );
  }),

  abilities
    .with({ needs: ['can:playbacks', 'can:properties'] })
    .audit('clips', ['LINK-CAN-002', 'LINK-CAN-009'], async (t) => {
      const line = await t.connect();
      const object = await findObjectWithComponents(t, line);
      for (const [method, params] of [
        ['playbacks.list', { object: absentName }],
        ['clip.read', { object: absentName, clip: absentName }],
      ] as const)
        t.for('LINK-CAN-002').mustEqual(
          getErrorCode(await line.sendCommand(method, params)),
          'OBJECT_NOT_FOUND',
          `${method} of an unknown object is rejected`,
        );
      t.for('LINK-CAN-009').mustEqual(
        getErrorCode(await line.sendCommand('clip.read', { object, clip: absentName })),
        'CLIP_NOT_FOUND',
        'An unknown clip is rejected',
      );
    }),

  abilities.with({ needs: ['can:input'] }).audit('input', ['LINK-CAN-010'], async (t) => {
    const line = await t.connect();
    const { result, error } = await line.sendCommand('input.inject', { inputs: [] });
    t.must(isRecord(result?.state), 'input.inject without input returns the state', { actual: error });
  }),

  abilities.with({ needs: ['can:changes'] }).audit('scene', ['LINK-CAN-012'], async (t) => {
    const line = await t.connect();
    const first = parseChangesHead((await line.runCommand('scene.changes', {})).result.data);
    t.mustEqual(
      {
        whole: first?.whole,
        mark: Number.isInteger(first?.mark),
        drawables: Array.isArray(first?.drawables),
      },
      { whole: true, mark: true, drawables: true },
      'scene.changes without a mark returns a head that covers everything',
    );
    const laterHead = parseChangesHead(
      (await line.runCommand('scene.changes', { since: first?.mark })).result.data,
    );
    t.must(Number.isInteger(laterHead?.mark), 'scene.changes since that mark returns a head with a mark', {
      actual: laterHead,
    });
  }),

  abilities
    .with({ needs: ['can:pictures'] })
    .audit('picture', ['LINK-CAN-013', 'LINK-CAN-014', 'LINK-CAN-015'], async (t) => {
      const line = await t.connect();
      const [width, height] = [24, 16];
      for (const jpeg of [false, true]) {
        const { received, error } = await line.sendCommand('scene.picture', { width, height, jpeg });
        const bytes = received && line.connection.inbox.all[received.index - 1]?.bytes;
        const isPng = startsWith(bytes, pngSignature);
        const isPicture = isPng || (jpeg && startsWith(bytes, jpegSignature));
        t.for('LINK-CAN-013').must(isPicture, `A ${jpeg ? 'PNG or JPEG' : 'PNG'} comes before the response`, {
          actual: error ?? (bytes ? toHex(bytes) : 'no bytes'),
        });
        if (bytes && isPng)
          t.for('LINK-CAN-014').mustEqual(readPngSize(bytes), { width, height }, 'The PNG has this size');
      }
      const { error } = await line.sendCommand('scene.picture', { camera: absentName, jpeg: false });
      t.for('LINK-CAN-015').must(error !== undefined, 'An unknown camera is rejected');
    }),

  abilities.with({ needs: ['can:projects'] }).audit('projects', ['LINK-CAN-011'], async (t) => {
    const line = await t.connect();
    const { result, error } = await line.sendCommand('project.close', {});
    t.must(result !== undefined, 'project.close succeeds', { actual: error });
  }),
];
