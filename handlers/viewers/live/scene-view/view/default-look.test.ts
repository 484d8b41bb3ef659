import { expect, test } from 'vitest';
import { getDefaultLook } from './default-look.ts';

const plenty = { gpu: 'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060)', savesData: false, savesBattery: false };

test('a graphics processor gets the studio look', () => {
  expect(getDefaultLook(plenty)).toBe('studio');
  expect(getDefaultLook({ ...plenty, gpu: 'Apple M2' })).toBe('studio');
});

test.each([
  'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)',
  'llvmpipe (LLVM 15.0.6, 256 bits)',
  'ANGLE (Microsoft, Microsoft Basic Render Driver (0x0000008C) Direct3D11)',
  'Apple Software Renderer',
])('the software renderer %s shows the scene as pictured', (gpu) => {
  expect(getDefaultLook({ ...plenty, gpu })).toBe('pictured');
});

test('the scene is shown as pictured to save data or the battery', () => {
  expect(getDefaultLook({ ...plenty, savesData: true })).toBe('pictured');
  expect(getDefaultLook({ ...plenty, savesBattery: true })).toBe('pictured');
});
