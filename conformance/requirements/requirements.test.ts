import { describe, expect, it } from 'vitest';
import { loadAudits } from '../audits/index.ts';
import { linkAudits } from '../audits/link/index.ts';
import { findDescriptionSection } from './description-sections.ts';
import { requirements } from './index.ts';

const audits = [...(await loadAudits()), ...linkAudits];

const repeated = (ids: readonly string[]): readonly string[] =>
  ids.filter((id, index) => ids.indexOf(id) !== index);

describe('the requirements', () => {
  it('have unique ids', () => {
    expect(repeated(requirements.map(({ id }) => id))).toEqual([]);
  });

  it('keep every id and meaning: rows are added, never removed', async () => {
    const lines = requirements.map(({ id, level, text }) => `${id} ${level} ${text}`).sort();
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('requirements.snapshot.txt');
  });

  it('are each checked by an audit, planned, or excluded with a reason', () => {
    const audited = new Set<string>(audits.flatMap((audit) => audit.requirements));
    const unassigned = requirements.filter(
      ({ id, planned, excluded }) => !audited.has(id) && !planned && !excluded,
    );
    expect(unassigned.map(({ id }) => id)).toEqual([]);
    const ambiguous = requirements.filter(
      ({ id, planned, excluded }) => (audited.has(id) ? 1 : 0) + (planned ? 1 : 0) + (excluded ? 1 : 0) > 1,
    );
    expect(ambiguous.map(({ id }) => id)).toEqual([]);
  });

  it('say how a deduced statement follows from the description', () => {
    const unexplained = requirements.filter(
      ({ provenance, derivation }) => (provenance === 'DEDUCED') !== (derivation !== undefined),
    );
    expect(unexplained.map(({ id }) => id)).toEqual([]);
  });

  it('belong to numbered sections of the description, unless they are about the runtime link', () => {
    const unknown = new Set(
      requirements.map(({ section }) => section).filter((section) => !findDescriptionSection(section)),
    );
    expect([...unknown].filter((section) => !section.startsWith('Runtime link: '))).toEqual([]);
    expect(findDescriptionSection('Bulk and build endpoints')).toEqual({
      number: '4.3',
      heading: 'Graphs, nodes, connections (L1)',
    });
  });

  it('cover every section of the description', () => {
    const sections = new Set(requirements.map(({ section }) => section));
    for (const section of [
      'Health response',
      'Connection compatibility',
      'Graph execution',
      'Batch endpoint',
      'Limits',
    ]) {
      expect(sections).toContain(section);
    }
  });
});

describe('the audits', () => {
  it('have unique ids', () => {
    expect(repeated(audits.map(({ id }) => id))).toEqual([]);
  });

  it('name existing requirements, each once', () => {
    const registeredIds = new Set<string>(requirements.map(({ id }) => id));
    for (const { id, requirements: covered } of audits) {
      expect(
        covered.filter((requirement) => !registeredIds.has(requirement)),
        id,
      ).toEqual([]);
      expect(repeated(covered), id).toEqual([]);
    }
  });
});
