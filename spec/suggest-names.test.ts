import { expect, test } from 'vitest';
import { actionsByName } from './actions/index.ts';
import { suggestNames } from './suggest-names.ts';

const nodeTypes = [
  ...['Add', 'Branch', 'Delay', 'DestroyObject', 'DoOnce', 'GetPosition', 'GetVariable', 'HttpRequest'],
  ...['LogConsole', 'OnNewFrame', 'OnStop', 'Rotate', 'SetObjectColor', 'SetPosition', 'SetRotation'],
  ...['SetVariable', 'SpawnObject', 'Start', 'TextLength', 'ToText', 'WaitAll', 'WaitFor'],
];

test.each([
  ['SetPositon', 'SetPosition'],
  ['PositionSetter', 'SetPosition'],
  ['positionSet', 'SetPosition'],
  ['ReadVariable', 'GetVariable'],
  ['WriteVariable', 'SetVariable'],
  ['CreateObject', 'SpawnObject'],
  ['Instantiate', 'SpawnObject'],
  ['DeleteObject', 'DestroyObject'],
  ['Print', 'LogConsole'],
  ['Wait', 'Delay'],
  ['If', 'Branch'],
  ['set_object_color', 'SetObjectColor'],
  ['ObjectColors', 'SetObjectColor'],
  ['StringLength', 'TextLength'],
])('finds for %s the name %s', (input, name) => expect(suggestNames(input, nodeTypes)[0]).toBe(name));

test.each([
  ['tween.positon', 'tween.position'],
  ['scene.instantiate', 'scene.spawn'],
  ['transform.positionSet', 'transform.setPosition'],
  ['objects.remove', 'scene.objects.destroy'],
])('finds for %s the action %s', (input, action) =>
  expect(
    suggestNames(
      input,
      [...actionsByName.values()].map(({ name }) => name),
    )[0],
  ).toBe(action),
);

test('prefers a typo to a name with more words', () => {
  expect(suggestNames('layer', ['layer of clouds', 'layers'])).toEqual(['layers', 'layer of clouds']);
});

test('suggests nothing without a similar name', () => {
  expect(suggestNames('Quaternion', ['Add', 'Branch'])).toEqual([]);
  expect(suggestNames('', ['Add', 'Branch'])).toEqual([]);
  expect(suggestNames('!?', ['Multiply'])).toEqual([]);
});
