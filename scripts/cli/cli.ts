#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { defaultPort } from '#spec/service-address.ts';
import { linkEncodings, linkPath } from '#spec/runtime-link/link-settings.ts';
import { exitCodeMeanings } from '../../conformance/report/exit-codes.ts';
import { isFingerprint } from './certificate-pinning.ts';
import { enableUserCompileCache } from './compile-cache.ts';
import { disablePretenuring } from './disable-pretenuring.ts';
import { exitCodes, isUsageError, UsageError } from './exit-codes.ts';
import { loadServeCommand } from './load-serve-command.ts';
import { templateNames } from './project-template-names.ts';
import { printError, ignoreClosedOutput } from './output.ts';

const createIntegerParser =
  (from: number, to: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= from && value <= to) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${from} to ${to}.`);
  };

const parsePercent = (text: string): number => {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value <= 1000) return value;
  throw new InvalidArgumentError('Expected a percentage from 0 to 1000, such as 10.');
};

const parseFingerprint = (text: string): string => {
  if (isFingerprint(text)) return text;
  throw new InvalidArgumentError('Expected the SHA-256 of a certificate: 64 hexadecimal digits.');
};

const parseNatsUrl = (text: string): string => {
  if (URL.canParse(text) && /^(nats|tls):$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('Expected the address of a NATS server, such as nats://127.0.0.1:4222.');
};

const parseBasePath = (text: string): string => {
  const path = text.replace(/\/+$/, '');
  if (/^(\/[\w.~-]+)*$/.test(path) && !/\/\.{1,2}(\/|$)/.test(path)) return path;
  throw new InvalidArgumentError('Expected a path of letters, digits and -._~, such as /scene.');
};

const parseNatsName = (text: string): string => {
  if (/^[\w-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected up to 64 letters, digits, - and _.');
};

/** Creates a parser for an option that can be given several times. */
const createListParser =
  <T>(parse: (text: string) => T) =>
  (text: string, previous: readonly T[] = []): T[] => [...previous, parse(text)];

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const program = new Command('scene-runtime')
  .description('Scene Runtime Control API: serve it, check an implementation of it, measure one')
  .version(manifest.version)
  .exitOverride()
  // What stands after a command is its own, though a command around it has an option of the same name.
  .enablePositionalOptions()
  .configureOutput({ outputError: (text, write) => write(text) });

program
  .command('init')
  .description('create a project in a new or empty folder')
  .argument('<folder>', 'folder of the project')
  .addOption(
    new Option(
      '--template <name>',
      'content of the project: nothing, the demo, or a collection of small graphs',
    )
      .choices(templateNames)
      .default('empty'),
  )
  .action(async (folder, options) => (await import('./init.ts')).init(folder, options));

program
  .command('serve')
  .description('serve the reference implementation on loopback, and with --lan to other machines')
  .option(
    '--port <number>',
    'port to listen on, 0 for a free one',
    createIntegerParser(0, 65_535),
    defaultPort,
  )
  .option(
    '--settings-file <path>',
    'settings file with the token, or its folder (default: the user data directory)',
  )
  .option(
    '--project <folder>',
    "project to open, or 'none' (default: the demo project in the user data directory)",
  )
  .addOption(
    new Option(
      '--runtime <kind>',
      'runtime behind the service: in this process, one that connects to the runtime link, or none',
    )
      .choices(['embedded', 'external', 'none'])
      .default('embedded'),
  )
  .option('--fps <number>', 'ticks per second', createIntegerParser(1, 1_000), 60)
  .option(
    '--hub-connections <number>',
    'maximum number of hub clients (default: `hubConnections` of the settings file, 2000)',
    createIntegerParser(1, 1_000_000),
  )
  .option('--strict', 'reject unknown body fields and query parameters. Without it, X-Ignored names them')
  .option(
    '--base-path <path>',
    'path prefix that a reverse proxy adds and strips, such as /scene',
    parseBasePath,
  )
  .option('--journal <file>', 'record all inputs of the runtime in a new file, for `replay`')
  .addOption(
    new Option('--log-level <level>', 'minimum severity of printed log entries')
      .choices(logLevels)
      .default('warn'),
  )
  .option(
    '--shutdown-timeout <seconds>',
    'how long requests in flight may take at shutdown',
    createIntegerParser(0, 3_600),
    10,
  )
  .option('--lan', 'accept machines listed in `lan.allow` of the settings file, over HTTPS')
  .option(
    '--lan-port <number>',
    'HTTPS port for --lan, 0 for a free one; implies --lan (default: `lan.port` of the settings file, 7181)',
    createIntegerParser(0, 65_535),
  )
  .option('--nats <url>', 'publish the events on a NATS server with JetStream, for relays', parseNatsUrl)
  .option(
    '--nats-name <name>',
    'name of this service on that server, unique among services',
    parseNatsName,
    'scene',
  )
  .option('--json', 'print one JSON line when ready')
  .action(async (options) => {
    await (await loadServeCommand()).serve({ ...options, version: manifest.version });
    disablePretenuring();
  });

program
  .command('relay')
  .description('serve more clients: a relay for the hub and routes of a service that was started with --nats')
  .requiredOption('--nats <url>', 'address of the NATS server', parseNatsUrl)
  .option('--name <name>', 'the --nats-name of the service', parseNatsName, 'scene')
  .option(
    '--port <number>',
    'port to listen on, 0 for a free one',
    createIntegerParser(0, 65_535),
    defaultPort,
  )
  .option(
    '--settings-file <path>',
    'settings file with `nats`, `lan` and `hubConnections`, or its folder (default: the user data directory)',
  )
  .option('--hub-connections <number>', 'maximum number of hub clients', createIntegerParser(1, 1_000_000))
  .addOption(
    new Option('--log-level <level>', 'minimum severity of printed log entries')
      .choices(logLevels)
      .default('warn'),
  )
  .option(
    '--shutdown-timeout <seconds>',
    'how long requests in flight may take at shutdown',
    createIntegerParser(0, 3_600),
    10,
  )
  .option('--lan', 'accept machines listed in `lan.allow` of the settings file, over HTTPS')
  .option('--lan-port <number>', 'HTTPS port for --lan, 0 for a free one', createIntegerParser(0, 65_535))
  .option('--json', 'print one JSON line when ready')
  .action(async (options) =>
    (await import('./relay.ts')).serveRelay({ ...options, version: manifest.version }),
  );

program
  .command('runtime')
  .description('run a runtime in its own process, for a service that was started with --runtime external')
  .option('--connect <url>', 'runtime link of the service', `ws://127.0.0.1:${defaultPort}${linkPath}`)
  .option(
    '--settings-file <path>',
    'settings file with the permissions of devices, or its folder (default: the user data directory)',
  )
  .option('--fps <number>', 'ticks per second', createIntegerParser(1, 1_000), 60)
  .addOption(
    new Option('--encoding <name>', 'encoding to request from the service')
      .choices(linkEncodings)
      .default('json'),
  )
  .option(
    '--base-path <path>',
    'path prefix that a reverse proxy adds and strips, such as /scene',
    parseBasePath,
  )
  .option('--journal <file>', 'record all inputs of the runtime in a new file, for `replay`')
  .option('--json', 'print one JSON line at each connect to and disconnect from the service')
  .action(async (options) =>
    (await import('./runtime.ts')).runRuntime({ ...options, version: manifest.version }),
  );

program
  .command('replay')
  .description('repeat a recorded run of a runtime and compare the results')
  .argument('<file>', 'journal that `serve --journal` recorded')
  .option('--json', 'print one JSON line')
  .action(async (file, options) => (await import('./replay.ts')).replayFile(file, options));

program
  .command('live')
  .description('write the live page, with a scene that runs in the browser, as files for any static server')
  .requiredOption('--static <folder>', 'folder to write to; created if missing')
  .action(async (options) => (await import('./export-live-page.ts')).exportLivePage(options));

program
  .command('token')
  .description('print the API token')
  .option('--settings-file <path>', 'settings file, or its folder (default: the user data directory)')
  .option('--fingerprint', 'print the SHA-256 fingerprint of the LAN mode certificate instead')
  .action(async (options) => (await import('./print-token.ts')).printToken(options));

program
  .command('mcp')
  .description('serve an agent over standard input and output with the Model Context Protocol')
  .option('--url <url>', 'base address of the service', `http://127.0.0.1:${defaultPort}`)
  .option('--token-env <name>', 'environment variable that holds the token')
  .option('--token <token>', 'the token itself (default: that of the settings file)')
  .option('--settings-file <path>', 'settings file, or its folder (default: the user data directory)')
  .action(async (options) => (await import('./mcp.ts')).serveMcp({ ...options, version: manifest.version }));

program
  .command('conform')
  .description('check an implementation by its URL, or a runtime that connects')
  .option('--url <url>', 'base address of the implementation')
  .option('--events-url <url>', 'address of its event hub')
  .addOption(
    new Option('--as <role>', 'act as the controller, and check the runtime that connects')
      .choices(['controller'])
      .conflicts(['url', 'matrix']),
  )
  .option(
    '--listen <port>',
    'port for the runtime to connect to, 0 for a free one',
    createIntegerParser(0, 65_535),
  )
  .option('--rest', 'check the runtime through the REST API of the reference service')
  .option('--token-env <name>', 'environment variable that holds the token')
  .option('--token <token>', 'the token itself')
  .option('--fingerprint <sha256>', 'accept only the certificate with this fingerprint', parseFingerprint)
  .option('--manifest <file>', 'target manifest')
  .option(
    '--report <folder>',
    'write reports to this folder: HTML, JSON, JUnit, Markdown, text and, for a full run, a badge',
  )
  .option(
    '--only <names...>',
    'run only these audits, requirements, profiles or sections; `*` at the end matches any ending',
  )
  .addOption(
    new Option(
      '--matrix <reports...>',
      'run nothing: compare these report.json files; with --report, write matrix.html for publication',
    ).conflicts(['url', 'only', 'failed']),
  )
  .addOption(
    new Option('--failed <report>', 'run only what failed in this report.json, with its seed').conflicts(
      'only',
    ),
  )
  .option(
    '--wait <seconds>',
    'how long to wait for the target to be healthy, or for a runtime to connect',
    createIntegerParser(0, 3_600),
  )
  .option('--github', 'also print the verdict and each cause as GitHub Actions annotations')
  .option('--seed <number>', 'seed of the property tests', createIntegerParser(0, 2_147_483_647))
  .option(
    '--runs <number>',
    'multiply the number of inputs of each property test',
    createIntegerParser(1, 1_000),
  )
  .addHelpText(
    'after',
    `
Exit codes:
${Object.entries(exitCodeMeanings)
  .map(([code, meaning]) => `  ${code}  ${meaning}`)
  .join('\n')}`,
  )
  .action(async ({ matrix, url, as, listen, rest, ...options }) => {
    if (matrix) return (await import('./print-report-matrix.ts')).printReportMatrix(matrix, options.report);
    if (as !== undefined) {
      if (listen === undefined)
        throw new UsageError('--listen is required: the port for the runtime to connect to');
      const { version } = manifest;
      return rest
        ? (await import('./conform-with-runtime.ts')).conformWithRuntime({ ...options, listen, version })
        : (await import('./conform-runtime.ts')).conformRuntime({ ...options, listen, version });
    }
    if (listen !== undefined || rest)
      throw new UsageError('--listen and --rest work only with --as controller');
    if (url === undefined) throw new UsageError('--url is required: the base address of the implementation');
    return (await import('./conform.ts')).conform({ url, ...options });
  });

program
  .command('manifest')
  .description('generate the target manifest of an implementation. Standard error lists what you must add')
  .requiredOption('--url <url>', 'base address of the implementation')
  .option('--events-url <url>', 'address of its event hub')
  .option('--token-env <name>', 'environment variable that holds the token')
  .option('--token <token>', 'the token itself')
  .option('--fingerprint <sha256>', 'accept only the certificate with this fingerprint', parseFingerprint)
  .action(async (options) => (await import('./print-manifest-draft.ts')).printManifestDraft(options));

program
  .command('manifest-schema')
  .description('print the JSON schema of a target manifest')
  .action(async () => (await import('./print-manifest-schema.ts')).printManifestSchema());

const benchCommand = program
  .command('bench')
  .enablePositionalOptions()
  .description(
    'measure one implementation by its URL, or several in the same rounds (default: the reference implementation)',
  )
  .option('--url <url...>', 'base address of each implementation; goals apply to the first one only')
  .option('--events-url <url...>', 'address of the event hub, one for each --url in the same order')
  .option(
    '--token-env <name...>',
    'environment variable that holds the token, one for all or one for each --url in the same order',
  )
  .option('--token <token...>', 'the token itself, one for all or one for each --url in the same order')
  .option(
    '--fingerprint <sha256...>',
    'accept only the certificate with this fingerprint, one for all or one for each --url in the same order',
    createListParser(parseFingerprint),
  )
  .option(
    '--pid <number...>',
    'process id of a server on this machine, to read its CPU time and memory; one for each --url in the same order',
    createListParser(createIntegerParser(1, 2 ** 22)),
  )
  .option('--suite <names...>', 'run only these suites')
  .option('--quick', 'a run of a few seconds that shows that everything works, and evaluates no goal')
  .option('--out <folder>', 'write JSON, Markdown, CSV and a page with plots to this folder')
  .action(async (options) => (await import('./bench.ts')).bench(options));

benchCommand
  .command('compare')
  .description('compare two reports; the exit code is 1 when a ratio of a target got worse')
  .argument('<before>', 'bench.json of the older run')
  .argument('<after>', 'bench.json of the newer run')
  .option(
    '--tolerance <percent>',
    'by how much a ratio may get worse, in addition to the noise',
    parsePercent,
    10,
  )
  .option('--out <folder>', 'write compare.md to this folder')
  .action(async (before, after, options) =>
    (await import('./bench-compare.ts')).compareReports(before, after, options),
  );

enableUserCompileCache();
ignoreClosedOutput();
try {
  await program.parseAsync();
} catch (failure) {
  if (failure instanceof CommanderError) {
    process.exitCode = failure.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  } else if (isUsageError(failure)) {
    printError(`scene-runtime: ${failure.message}\n`);
    process.exitCode = exitCodes.usage;
  } else {
    throw failure;
  }
}
