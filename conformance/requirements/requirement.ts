/** How strongly the description binds an implementation to a statement. */
export type Level = 'MUST' | 'SHOULD' | 'MAY' | 'INFO';

/**
 * Where a statement comes from, and so whether it may count against anyone: only STATED, DEDUCED and (when no
 * reading of it holds) CONFLICT can fail; NOT_SHOWN and SILENT are observed.
 */
export type Provenance = 'STATED' | 'DEDUCED' | 'NOT_SHOWN' | 'SILENT' | 'CONFLICT';

/** The parts of the service that an implementation can claim one by one. */
export const profiles = [
  'CORE',
  'AUTH',
  'L1-EDIT',
  'L1-RUN',
  'PROPS',
  'L2',
  'L3',
  'ANIM',
  'LAN',
  'LINK',
  'DEV',
] as const;

export type Profile = (typeof profiles)[number];

/** One statement of the service description, in the kit's own words. */
export interface Requirement<Id extends string = string> {
  /** Never changes and is never used again for another statement. */
  readonly id: Id;
  readonly section: string;
  readonly level: Level;
  readonly provenance: Provenance;
  readonly profile: Profile;
  readonly text: string;
  /** What is missing before an audit can judge this; absent once an audit names the id. */
  readonly planned?: string;
  /** Why no audit will ever judge this. */
  readonly excluded?: string;
}

type RequirementDetails = Partial<Pick<Requirement, 'provenance' | 'profile' | 'planned' | 'excluded'>>;

/** Row builders for one section of the description; the profile is that of most of its rows. */
export const defineSection = (title: string, profile: Profile) => {
  const rowOf =
    (level: Level) =>
    <const Id extends string>(id: Id, text: string, details: RequirementDetails = {}): Requirement<Id> => ({
      id,
      section: title,
      level,
      provenance: 'STATED',
      profile,
      text,
      ...details,
    });
  return { must: rowOf('MUST'), should: rowOf('SHOULD'), may: rowOf('MAY'), info: rowOf('INFO') };
};

/** Reasons that many rows share. */
export const leftOpen = { provenance: 'NOT_SHOWN', excluded: 'the description leaves it open' } as const;
export const plannedFor = (missing: string) => ({ planned: missing });
