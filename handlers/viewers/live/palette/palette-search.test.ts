import { describe, expect, it } from 'vitest';
import {
  findFirstAvailable,
  type PaletteEntry,
  type PaletteGroup,
  parsePaletteQuery,
  type PaletteScope,
  searchPalette,
} from './palette-search.ts';

const createEntry = (group: PaletteGroup, name: string, description?: string): PaletteEntry => ({
  ...{ id: `${group} ${name}`, group, name, description, icon: 'box' },
  run() {},
});

const entries = [
  createEntry('actions', 'scene.setColor', 'Set the main color of an object'),
  createEntry('actions', 'tween.color'),
  createEntry('actions', 'scene.objects.list'),
  createEntry('nodes', 'TweenColor'),
  createEntry('nodes', 'LogConsole', 'Prints a message'),
  createEntry('objects', 'core'),
  createEntry('graphs', 'Colors'),
  createEntry('commands', 'Show colliders'),
];

/** Returns the found names, grouped. */
const search = (text: string, scope: PaletteScope = 'all') =>
  searchPalette(entries, parsePaletteQuery(text, scope)).map(({ group, rows }) => [
    group,
    rows.map(({ entry }) => entry.name),
  ]);

describe('the search of the palette', () => {
  it('groups what it finds, with the best match of all groups first', () => {
    expect(search('color')).toEqual([
      ['actions', ['tween.color', 'scene.setColor']],
      ['graphs', ['Colors']],
      ['nodes', ['TweenColor']],
    ]);
    expect(search('core')[0]).toEqual(['objects', ['core']]);
  });

  it('also finds entries by their descriptions, after those that are found by their names', () => {
    expect(search('print')).toEqual([['nodes', ['LogConsole']]]);
    expect(search('main')).toEqual([['actions', ['scene.setColor']]]);
    const otherMatches = new Set(['nodes TweenColor']);
    expect(searchPalette(entries, { text: 'paint', scope: 'all', otherMatches })).toMatchObject([
      { group: 'nodes', rows: [{ entry: { name: 'TweenColor' } }] },
    ]);
  });

  it('lists what only its keywords match after what its name or its description matches', () => {
    const objects: readonly PaletteEntry[] = [
      { ...createEntry('objects', 'pillar-0'), keywords: 'Primitives/Cube' },
      createEntry('objects', 'Ice block', 'cube-1'),
      createEntry('objects', 'my-cube'),
    ];
    const [section] = searchPalette(objects, { text: 'cube', scope: 'all' });
    expect(section?.rows.map(({ entry }) => entry.name)).toEqual(['my-cube', 'Ice block', 'pillar-0']);
  });

  it('first chooses a row that is available, if there is one', () => {
    const unavailable = { getUnavailableReason: () => 'No graph is open.' };
    expect(findFirstAvailable([unavailable, unavailable, createEntry('commands', 'Save')])).toBe(2);
    expect(findFirstAvailable([unavailable, { show() {} }])).toBe(1);
    expect(findFirstAvailable([unavailable, unavailable])).toBe(0);
    expect(findFirstAvailable([])).toBe(0);
  });

  it.each([
    ['>col', [['commands', ['Show colliders']]]],
    ['@ co', [['objects', ['core']]]],
    ['#co', [['graphs', ['Colors']]]],
  ])('finds only the kind of the prefix in %s', (text, found) => {
    expect(search(text, 'nodes')).toEqual(found);
  });

  it('finds only the chosen kind, all of them without a text', () => {
    expect(search('', 'nodes')).toEqual([['nodes', ['TweenColor', 'LogConsole']]]);
    expect(search('col', 'nodes')).toEqual([['nodes', ['TweenColor']]]);
  });

  it('marks the part after the last dot if it matches better', () => {
    const [section] = searchPalette(entries, { text: 'setcol', scope: 'actions' });
    expect(section?.rows[0]?.ranges).toEqual([[6, 12]]);
  });

  it('lists a few entries of each group, and counts the others', () => {
    const many = Array.from({ length: 100 }, (_, number) => createEntry('objects', `cube-${number}`));
    expect(searchPalette(many, { text: 'cube', scope: 'all' })[0]).toMatchObject({ hiddenCount: 95 });
    expect(searchPalette(many, { text: 'cube', scope: 'objects' })[0]).toMatchObject({ hiddenCount: 40 });
    const thousands = Array.from({ length: 2_000 }, (_, number) => createEntry('objects', `cube-${number}`));
    expect(searchPalette(thousands, { text: 'cube', scope: 'all' })[0]).toMatchObject({ hiddenCount: 1_995 });
    expect(searchPalette(thousands, { text: 'cube-1999', scope: 'all' })[0]?.rows).toHaveLength(1);
  });
});
