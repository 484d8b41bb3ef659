import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import validator from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { loadModel } from './load-model.ts';
import { layoutDefects, valueDefects } from './testing-buffer-defects.ts';
import { semanticDefects } from './testing-semantic-defects.ts';
import { type GltfDefects, schemaDefects } from './testing-defects.ts';
import { getAccessorOffset, readSunflower } from './testing-glb.ts';
import { changeBinary } from './testing-corruption-operators.ts';
import { validatorErrors } from './validate-model.ts';

const defects = [schemaDefects, semanticDefects, layoutDefects, valueDefects]
  .flatMap(Object.entries<GltfDefects[string]>)
  .flatMap(([code, cases]) =>
    Object.entries(cases).map(([name, defect]) => {
      const [damage, repair] = typeof defect === 'function' ? [defect] : defect;
      return { code, name, damage, repair };
    }),
  );

const issues = readFileSync(createRequire(import.meta.url).resolve('gltf-validator/ISSUES.md'), 'utf8');
const listValidatorErrors = [...issues.matchAll(/^\|([A-Z0-9_]+)\|.*\|Error\|$/gm)].map(([, code]) => code!);

const infinite = changeBinary((binary, document) =>
  binary.writeFloatLE(Number.POSITIVE_INFINITY, getAccessorOffset(document, 1)),
);

describe('a harmless defect', () => {
  it.each(defects)('$code: $name', async ({ code, damage, repair }) => {
    const intact = await loadModel('sunflower.glb', readSunflower());
    const file = damage(Buffer.from(readSunflower()));
    const { issues: found } = await validator.validateBytes(file, { maxIssues: 0 });
    expect(found.messages.map((message) => message.code)).toContain(code);

    const model = await loadModel('sunflower.glb', file);
    expect(model.repairs).toEqual(repair === undefined ? [] : expect.arrayContaining([repair]));
    expect([model.triangles, model.clips.length]).toEqual([intact.triangles, intact.clips.length]);
    model.instantiate().release();
    // The defect must not hide another error that the validator finds.
    await expect(loadModel('sunflower.glb', infinite(Buffer.from(file)))).rejects.toMatchObject({
      details: { problem: 'DAMAGED', rule: 'ACCESSOR_INVALID_FLOAT' },
    });
  });
});

it('every error of the validator has an outcome', () => {
  expect(Object.keys(validatorErrors).sort()).toEqual(listValidatorErrors.sort());
});

it('every defect that is not rejected has a test, except those of containers and URIs', () => {
  const tested = new Set(defects.map(({ code }) => code));
  const untested = Object.entries(validatorErrors).flatMap(([code, [outcome]]) =>
    outcome === 'rejected' || tested.has(code) || /^GLB_|URI/.test(code) ? [] : code,
  );
  expect(untested).toEqual([]);
});
