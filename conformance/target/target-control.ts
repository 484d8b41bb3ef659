import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createTransport } from './http/transport.ts';
import { UsageError } from './manifest.ts';
import type { Control, Manifest, Verb } from './manifest.ts';

const execFileAsync = promisify(execFile);

interface ControlOptions {
  readonly manifest: Manifest;
  readonly url: string;
  /** The manifest's folder, in which programs start and modules are found. */
  readonly folder: string;
}

/**
 * Creates a function that runs the manifest's definition of a verb. The function rejects if the definition fails or
 * takes longer than `timeouts.control`.
 * @throws UsageError if the manifest would control the target through the interface under test
 */
export const createTargetControl = ({ manifest, url, folder }: ControlOptions) => {
  const { control, timeouts } = manifest;
  for (const [verb, action] of Object.entries(control)) {
    if ('http' in action && action.http.url.startsWith(`${url}/api/`)) {
      throw new UsageError(`The target manifest is not valid: control "${verb}" leads through /api itself`);
    }
  }

  const byProgram = async ([program, ...args]: readonly [string, ...string[]]): Promise<void> => {
    await execFileAsync(program, args, { cwd: folder, timeout: timeouts.control, shell: false });
  };

  const byRequest = async ({ method, url: to, headers, body }: HttpControl): Promise<void> => {
    const transport = createTransport(timeouts.control);
    try {
      const { status } = await transport.send({
        method,
        url: to,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (status < 200 || status > 299) throw new Error(`${method} ${to} answered ${status}`);
    } finally {
      transport.close();
    }
  };

  const byModule = async (path: string, verb: Verb): Promise<void> => {
    const { default: perform } = (await import(pathToFileURL(resolve(folder, path)).href)) as {
      default?: unknown;
    };
    if (typeof perform !== 'function') throw new Error(`${path} has no default export to call`);
    await perform(verb, { url });
  };

  return async (verb: Verb): Promise<void> => {
    const verbControl = control[verb];
    if (verbControl === undefined) throw new Error(`the manifest has no control "${verb}"`);
    if ('exec' in verbControl) await byProgram(verbControl.exec);
    else if ('http' in verbControl) await byRequest(verbControl.http);
    else await byModule(verbControl.module, verb);
  };
};

type HttpControl = Extract<Control, { http: unknown }>['http'];
