import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import validator from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { loadModel } from './load-model.ts';
import { bufferFaults } from './testing-faults-of-values.ts';
import { semanticFaults } from './testing-faults-of-parts.ts';
import { schemaFaults } from './testing-faults.ts';
import { startOf, sunflower } from './testing-glb.ts';
import { toBinary } from './testing-operators.ts';
import { validatorErrors } from './validator-errors.ts';

const faults = [...schemaFaults, ...semanticFaults, ...bufferFaults].map(([code, name, damage, repair]) => ({
  ...{ code, name, damage, repair },
}));

const issues = readFileSync(createRequire(import.meta.url).resolve('gltf-validator/ISSUES.md'), 'utf8');
const errorsOfValidator = [...issues.matchAll(/^\|([A-Z0-9_]+)\|.*\|Error\|$/gm)].map(([, code]) => code!);

const infinite = toBinary((binary, document) =>
  binary.writeFloatLE(Number.POSITIVE_INFINITY, startOf(document, 1)),
);

describe('a fault that does no harm', () => {
  it.each(faults)('$code: $name', async ({ code, damage, repair }) => {
    const intact = await loadModel('sunflower.glb', sunflower());
    const file = damage(Buffer.from(sunflower()));
    const { issues: found } = await validator.validateBytes(file, { maxIssues: 0 });
    expect(found.messages.map((message) => message.code)).toContain(code);

    const model = await loadModel('sunflower.glb', file);
    expect(model.repairs).toEqual(repair === undefined ? [] : expect.arrayContaining([repair]));
    expect([model.triangles, model.clips.length]).toEqual([intact.triangles, intact.clips.length]);
    model.instantiate().release();
    // The fault hides nothing from the validator.
    await expect(loadModel('sunflower.glb', infinite(Buffer.from(file)))).rejects.toMatchObject({
      details: { problem: 'DAMAGED', rule: 'ACCESSOR_INVALID_FLOAT' },
    });
  });
});

it('there is a decision about each error of the validator', () => {
  expect(Object.keys(validatorErrors).sort()).toEqual(errorsOfValidator.sort());
});

it('each fault that is not refused has been tried, but for those of containers and URIs', () => {
  const tried = new Set(faults.map(({ code }) => code));
  const left = Object.entries(validatorErrors).flatMap(([code, [outcome]]) =>
    outcome === 'refused' || tried.has(code) || /^GLB_|URI/.test(code) ? [] : code,
  );
  expect(left).toEqual([]);
});
