import { describe, expect, it } from 'vitest';
import { Manifest } from '../../target/manifest.ts';
import { eventRecipes, describeMissingNeeds, getEventRecipe } from './event-recipes.ts';
import type { AuditTools } from '../../audit.ts';
import type { ManifestInput } from '../../target/manifest.ts';
import type { EventRecipe } from './event-recipes.ts';

const describeMissing = (needs: EventRecipe['needs'], manifest: ManifestInput = {}, projectName?: string) =>
  describeMissingNeeds(
    { trigger: 'x', act: () => Promise.reject(new Error('not to be asked')), ...(needs && { needs }) },
    {
      manifest: Manifest.parse(manifest),
      health: { runtimeConnected: true, projectName: projectName ?? null, record: {} },
    } as AuditTools,
  );

const reset = { http: { method: 'POST', url: 'http://127.0.0.1:1' } } as const;

describe('what a recipe lacks', () => {
  it.each<[EventRecipe['needs'], ManifestInput, string | undefined, string | undefined]>([
    [undefined, {}, undefined, undefined],
    [['project'], {}, undefined, 'an open project'],
    [['project'], {}, 'mine', undefined],
    [['destructive'], {}, 'mine', "the manifest's consent.destructive"],
    [['destructive'], { consent: { destructive: true } }, undefined, undefined],
    [['project', 'destructive'], {}, undefined, "an open project, and the manifest's consent.destructive"],
    [['project', 'destructive'], { consent: { destructive: true } }, undefined, 'an open project'],
    [['program'], { choices: { actions: { 'process.start': {} } } }, undefined, undefined],
    [['control:apiOff'], { control: { 'api.disable': reset, 'api.enable': reset } }, undefined, undefined],
  ])('of %j with %j and the project %s is %s', (needs, manifest, project, text) => {
    expect(describeMissing(needs, manifest, project)).toBe(text);
  });

  it('is described with the key of the manifest that would provide it', () => {
    expect(describeMissing(['program'])).toContain('choices.actions');
    expect(describeMissing(['control:apiOff'])).toContain('api.disable');
  });
});

it('there is a recipe for a documented kind, or an error that there is none', () => {
  for (const [kind, recipe] of Object.entries(eventRecipes)) expect(getEventRecipe(kind)).toBe(recipe);
  expect(() => getEventRecipe('no.such.kind')).toThrow('no.such.kind');
});
