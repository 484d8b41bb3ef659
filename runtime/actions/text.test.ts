import { describe, expect, it } from 'vitest';
import { createActionTestRuntime } from './testing-actions.ts';

const runtime = createActionTestRuntime({ variables: { score: 42, name: 'Ada', flags: { on: true } } });

describe('text.format', () => {
  it.each([
    [{ template: 'plain' }, 'plain'],
    [{ template: '' }, ''],
    [{ template: '{1} before {0}', arguments: ['a', 'b'] }, 'b before a'],
    [{ template: '{a}{a} {b}', arguments: { a: 1, b: null } }, '11 null'],
    [{ template: '{score} by {name}: {flags}' }, '42 by Ada: {"on":true}'],
    [{ template: '{name}', arguments: { name: 'Bob' } }, 'Bob'],
    [{ template: '{ 0 }', arguments: ['a'] }, 'a'],
    [{ template: '{{0}} {{{0}}}', arguments: ['x'] }, '{0} {x}'],
    [{ template: '{0}', arguments: ['{score}'] }, '{score}'],
    [{ template: '{0}', arguments: [[1, 'two']] }, '[1,"two"]'],
  ])('turns %j into %j', (parameters, text) => {
    expect(runtime.act('text.format', parameters)).toEqual({ text });
  });

  it.each([
    { template: '{missing}' },
    { template: '{1}', arguments: ['only one'] },
    { template: '{length}', arguments: [] },
    { template: '{toString}', arguments: {} },
    { template: '{score}', variables: false },
  ])('fails when a placeholder has no value: %j', (parameters) => {
    const { code, details } = runtime.failure('text.format', parameters);
    expect(code).toBe('ACTION_FAILED');
    expect(details).toMatchObject({ placeholder: parameters.template.slice(1, -1) });
  });

  it.each(['{', '}', 'a {b', 'a} b', '{}', '{ }', '{a{b}'])('rejects the template %j', (template) => {
    const { code, details } = runtime.failure('text.format', { template, arguments: { a: 1, b: 1 } });
    expect(code).toBe('INVALID_PARAMETERS');
    expect(details).toMatchObject({ parameter: 'template' });
  });

  it('stops at the first part that exceeds the limit', () => {
    const longText = 'x'.repeat(1000);
    const failure = runtime.failure('text.format', {
      template: `${'{a}'.repeat(1001)}{`,
      arguments: { a: longText },
    });
    expect(failure.code).toBe('ACTION_FAILED');
    expect(failure.reason).toMatch(/more than 1000000 characters/);
    const { text } = runtime.act('text.format', { template: '{a}'.repeat(1000), arguments: { a: longText } });
    expect(text).toHaveLength(1_000_000);
  });
});

describe('3D texts', () => {
  const createSceneWithText = () => {
    const runtime = createActionTestRuntime();
    runtime.act('scene.spawn', { type: 'Text/3D Text', tag: 'title' });
    return runtime;
  };

  it('show the given text, and return the previous one', () => {
    const { act, failure } = createSceneWithText();
    expect(act('text.set', { object: 'title', text: 'Scene' })).toEqual({ previous: 'Text' });
    expect(act('text.set', { object: 'title', text: ' 42', append: true })).toEqual({ previous: 'Scene' });
    const request = { object: 'title', text: 'x'.repeat(998), append: true };
    expect(failure('text.set', request).code).toBe('ACTION_FAILED');
    const propertyWrite = {
      object: 'title',
      component: 'Text3D',
      properties: [{ name: 'text', value: 'x'.repeat(1001) }],
    };
    expect(act('components.setProperties', propertyWrite)).toMatchObject({
      failedCount: 1,
      results: [{ error: { code: 'INVALID_VALUE', details: { longest: 1000 } } }],
    });
    expect(act('text.set', { object: 'title', text: '' })).toEqual({ previous: 'Scene 42' });
    expect(failure('text.set', { object: 'main-light', text: '' }).code).toBe('COMPONENT_NOT_FOUND');
  });

  it('have the given size after a refresh', () => {
    const { act } = createSceneWithText();
    const getSize = () =>
      act('transform.getBounds', { object: 'title' }).size as { x: number; y: number; z: number };
    act('text.set', { object: 'title', text: 'I' });
    expect(getSize()).toMatchObject({ y: expect.closeTo(0.73, 2), z: expect.closeTo(0.2) });
    act('text.setStyle', { object: 'title', size: 2 });
    expect(getSize().y).toBeCloseTo(1.46, 2);
    act('text.set', { object: 'title', text: 'I\nI' });
    expect(getSize().y).toBeGreaterThan(3);
    act('text.set', { object: 'title', text: '' });
    expect(getSize()).toEqual({ x: 0, y: 0, z: 0 });
  });

  it('are limited in total, and a rejected change is undone', () => {
    const { act, failure } = createSceneWithText();
    const text = 'x'.repeat(1000);
    act('text.set', { object: 'title', text });
    act('scene.objects.duplicate', { object: 'title', count: 49 });
    expect(failure('scene.objects.duplicate', { object: 'title' }).details).toMatchObject({ limit: 50_000 });
    act('scene.objects.destroy', { object: 'title-2' });
    const { count } = act('scene.objects.list');
    // the limit allows only the first of two copies
    expect(failure('scene.objects.duplicate', { object: 'title', count: 2 }).details).toMatchObject({
      limit: 50_000,
    });
    expect(act('scene.objects.list').count).toBe(count);
    act('scene.objects.duplicate', { object: 'title' });
    act('scene.spawn', { type: 'Empty', tag: 'void' });
    expect(failure('components.add', { object: 'void', component: 'Text3D' }).code).toBe('ACTION_FAILED');
    act('scene.objects.destroy', { object: 'title-1' });
    act('components.add', { object: 'void', component: 'Text3D' });
    expect(failure('text.set', { object: 'void', text }).code).toBe('ACTION_FAILED');
    expect(act('text.set', { object: 'void', text: '' })).toEqual({ previous: 'Text' });
    act('text.set', { object: 'void', text });
  });

  it('accept a partial style', () => {
    const { act } = createSceneWithText();
    const { previous } = act('text.setStyle', { object: 'title', size: 2, color: [1, 0, 0] });
    expect(previous).toEqual({
      font: 'DejaVu Sans',
      size: 1,
      align: 'left',
      color: { r: 1, g: 1, b: 1, a: 1 },
    });
    expect(act('text.setStyle', { object: 'title', align: 'center' })).toMatchObject({
      previous: { size: 2, align: 'left', color: { r: 1, g: 0, b: 0, a: 1 } },
    });
  });
});
