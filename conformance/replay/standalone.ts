import { createValidator } from '../target/http/validator.ts';
import { Stop } from '../engine/stop.ts';
import { createLab } from '../lab/lab.ts';
import { surveyPalette } from '../lab/palette.ts';
import { parseManifest } from '../target/manifest.ts';
import { createSession } from '../target/session.ts';
import { createBench } from './bench.ts';
import { fullDocument } from './documents.ts';
import type { Palette } from '../lab/palette.ts';
import type { Bench } from './bench.ts';

const notGiven = (message: string): never => {
  throw new Stop('NOT_VERIFIED', `Not given: ${message}`);
};

/**
 * A bench on a target of one's own, outside of any audit: everything that it makes stays. Its session holds the
 * traffic against the full document.
 */
export const openBench = (options: {
  readonly url: string;
  readonly token: string;
  readonly seed?: number;
}) => {
  const session = createSession({
    url: options.url,
    token: options.token,
    manifest: parseManifest('{}'),
    validate: createValidator(fullDocument),
    seed: options.seed ?? 0,
    folder: '.',
  });
  const { manifest, silent: http, fields } = session;
  const given = (condition: boolean, message: string): void => {
    if (!condition) notGiven(message);
  };
  let survey: Promise<Palette> | undefined;
  const lab = createLab({
    http,
    judge: { given, unverified: notGiven, fields },
    namespace: manifest.namespace,
    palette: () => {
      survey ??= surveyPalette(http, fields, `${manifest.namespace}-palette`);
      return survey;
    },
    adopt: () => {},
    canDiscard: false,
  });
  const bench: Bench = createBench({
    http,
    lab,
    given,
    unverified: notGiven,
    defer: () => {},
    manifest,
    fields,
  });
  return { session, bench, close: session.close };
};
