import { describe, expect, it } from 'vitest';
import { categoryColors, chartColors, portColors, renderThemeTokens, surfaceColors } from './theme-tokens.ts';

/** Returns the relative luminance of a color, as WCAG 2 defines it. */
const getLuminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const getContrast = (color: string, background: string): number => {
  const [darker = 0, lighter = 0] = [getLuminance(color), getLuminance(background)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('the %s theme', (_, theme) => {
  const surface = (name: keyof typeof surfaceColors): string => surfaceColors[name][theme];

  it('has text with enough contrast on every surface', () => {
    for (const ink of ['ink-1', 'ink-2', 'ink-3', 'accent', 'live', 'warn', 'bad', 'info'] as const)
      for (const background of ['bg-1', 'bg-2', 'node', 'well'] as const)
        expect(getContrast(surface(ink), surface(background)), `${ink} on ${background}`).toBeGreaterThan(
          4.49,
        );
    expect(getContrast(surface('accent-ink'), surface('accent'))).toBeGreaterThan(4.5);
  });

  it('has categories and ports that stand out from a node', () => {
    for (const [name, color] of Object.entries(categoryColors))
      expect(getContrast(color[theme], surface('node')), name).toBeGreaterThan(4.4);
    for (const [name, color] of Object.entries(portColors))
      expect(getContrast(color[theme], surface('node')), name).toBeGreaterThan(3);
  });

  it('has chart series that stand out from a card', () => {
    for (const [name, color] of Object.entries(chartColors))
      for (const background of ['bg-1', 'bg-2'] as const)
        expect(getContrast(color[theme], surface(background)), name).toBeGreaterThan(4.4);
  });
});

it('renders only the palettes that a page needs', () => {
  expect(renderThemeTokens()).toMatch(/--cat-math:[\s\S]*--port-float:[\s\S]*--chart-1:/);
  const tokens = renderThemeTokens(['chart']);
  expect(tokens).toMatch(/--bg-0: light-dark\(#e6e8ef, #08090d\);[\s\S]*--chart-8:[\s\S]*--font:/);
  expect(tokens).not.toMatch(/--(cat|port)-/);
});
