import { leftOpen, defineSection } from './requirement.ts';

const limits = defineSection('Limits', 'L1-EDIT');
const versions = defineSection('Versioning', 'CORE');

export const limitsAndVersions = [
  limits.must('LIMIT-001', 'The console keeps 500 entries and drops the oldest first', { profile: 'L1-RUN' }),
  limits.must('LIMIT-002', 'A console read accepts a limit from 1 to 500', { profile: 'L1-RUN' }),
  limits.must('LIMIT-003', 'A bulk call accepts up to 1000 nodes'),
  limits.must('LIMIT-004', 'A build accepts up to 1000 nodes'),
  limits.must('LIMIT-005', 'A build accepts up to 5000 connections'),
  limits.must('LIMIT-006', 'Layer indexes 0 to 5 and 9 to 31 are usable', {
    profile: 'L2',
  }),
  limits.info('LIMIT-007', 'Rate limits are unspecified', leftOpen),
  limits.info('LIMIT-008', 'The maximum body size is unspecified', leftOpen),
  limits.info('LIMIT-009', 'The timeout before 504 is unspecified', leftOpen),

  versions.must('VERSION-001', 'The interface description is OpenAPI 3.0.1 with the version label v1'),
  versions.must('VERSION-002', 'The event description is AsyncAPI 3.0.0', { profile: 'L3' }),
  versions.must('VERSION-003', 'apiVersion of health is a semantic version'),
  versions.must('VERSION-004', 'Paths have no version segment'),
  versions.info('VERSION-005', 'Deprecation and compatibility policy are unspecified', leftOpen),
  versions.info('VERSION-006', 'Version negotiation is unspecified', leftOpen),
] as const;
