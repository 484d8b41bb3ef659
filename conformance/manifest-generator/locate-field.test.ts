import { describe, expect, it } from 'vitest';
import { isDistinct, locateField } from './locate-field.ts';

describe('the location of a field', () => {
  const entries = [
    { level: { severity: 'log' }, note: 'first', x1: 'log' },
    { level: { severity: 'error' }, note: 'second', x2: 'log' },
  ];

  it('is a usual one, if its values can be values of the field', () => {
    const usual = entries.map(({ level, ...entry }) => ({ ...entry, type: level.severity, other: 'log' }));
    expect(locateField('console.severity', usual)).toBe('type');
    const unusual = entries.map((entry) => ({ ...entry, type: 'entry' }));
    expect(locateField('console.severity', unusual)).toBe('level.severity');
  });

  it('is in every record, so that a field with a changing name is not mistaken for it', () => {
    expect(locateField('console.severity', entries)).toBe('level.severity');
    expect(locateField('console.severity', [{ level: 'odd' }])).toBe(undefined);
    expect(locateField('console.severity', [])).toBe(undefined);
  });

  it('is unknown if there are several, unless the outermost is asked for', () => {
    const twice = [{ takes: { inner: { a: 1 } } }];
    expect(locateField('action.parameters', twice)).toBe(undefined);
    expect(locateField('action.parameters', twice, undefined, { isOutermostEnough: true })).toBe('takes');
  });

  it('has values that fit together', () => {
    const ports = [
      { a: 'x', b: 'one' },
      { a: 'x', b: 'two' },
    ];
    expect(locateField('option.label', ports, isDistinct)).toBe('b');
  });

  it('quotes a name that is not an identifier', () => {
    expect(locateField('category.count', [{ 'how many': 3 }])).toBe('`how many`');
  });
});
