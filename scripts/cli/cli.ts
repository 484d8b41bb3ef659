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
import { templateNames } from './template-names.ts';
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

/** For an option that may be given several times. */
const createListParser =
  <T>(parse: (text: string) => T) =>
  (text: string, before: readonly T[] = []): T[] => [...before, parse(text)];

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const program = new Command('scene-runtime')
  .description('Scene Runtime Control API: serve it, judge an implementation of it, measure one')
  .version(manifest.version)
  .exitOverride()
  // What stands after a command is its own, though a command around it has an option of the same name.
  .enablePositionalOptions()
  .configureOutput({ outputError: (text, write) => write(text) });

program
  .command('init')
  .description('make a project in a folder that is empty or not there yet')
  .argument('<folder>', 'where to make it')
  .addOption(
    new Option('--template <name>', 'what it begins with: nothing, the demo, or a collection of small graphs')
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
      'the runtime behind the service: its own, one that connects to the runtime link, or none',
    )
      .choices(['embedded', 'external', 'none'])
      .default('embedded'),
  )
  .option('--fps <number>', 'fixed steps a second', createIntegerParser(1, 1_000), 60)
  .option(
    '--hub-connections <number>',
    'clients that the hub serves at once (default: `hubConnections` of the settings file, 2000)',
    createIntegerParser(1, 1_000_000),
  )
  .option('--strict', 'refuse unknown body fields and query parameters; X-Ignored names them otherwise')
  .option(
    '--base-path <path>',
    'what a reverse proxy puts in front of every path and removes again, such as /scene',
    parseBasePath,
  )
  .option('--journal <file>', 'record everything that reaches the runtime in a new file, for `replay`')
  .addOption(
    new Option('--log-level <level>', 'least severe log entries to print').choices(logLevels).default('warn'),
  )
  .option(
    '--shutdown-timeout <seconds>',
    'how long requests may take that came in before the end',
    createIntegerParser(0, 3_600),
    10,
  )
  .option('--lan', 'let the machines in that `lan.allow` of the settings file lists, over HTTPS')
  .option(
    '--lan-port <number>',
    'port for them, 0 for a free one; switches --lan on (default: `lan.port` of the settings file, 7181)',
    createIntegerParser(0, 65_535),
  )
  .option('--nats <url>', 'publish the events on a NATS server with JetStream, for relays', parseNatsUrl)
  .option('--nats-name <name>', 'what tells this service from others on that server', parseNatsName, 'scene')
  .option('--json', 'print one JSON line when ready')
  .action(async (options) => {
    await (await loadServeCommand()).serve({ ...options, version: manifest.version });
    disablePretenuring();
  });

program
  .command('relay')
  .description('serve the hub and the routes of a service that was started with --nats to more clients')
  .requiredOption('--nats <url>', 'the NATS server', parseNatsUrl)
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
  .option('--hub-connections <number>', 'clients served at once', createIntegerParser(1, 1_000_000))
  .addOption(
    new Option('--log-level <level>', 'least severe log entries to print').choices(logLevels).default('warn'),
  )
  .option('--shutdown-timeout <seconds>', 'how long requests may take', createIntegerParser(0, 3_600), 10)
  .option('--lan', 'let the machines in that `lan.allow` of the settings file lists, over HTTPS')
  .option('--lan-port <number>', 'port for them, 0 for a free one', createIntegerParser(0, 65_535))
  .option('--json', 'print one JSON line when ready')
  .action(async (options) =>
    (await import('./relay.ts')).serveRelay({ ...options, version: manifest.version }),
  );

program
  .command('runtime')
  .description('run a runtime by itself, for a service that was started with --runtime external')
  .option('--connect <url>', 'runtime link of the service', `ws://127.0.0.1:${defaultPort}${linkPath}`)
  .option(
    '--settings-file <path>',
    'settings file with what devices may do, or its folder (default: the user data directory)',
  )
  .option('--fps <number>', 'fixed steps a second', createIntegerParser(1, 1_000), 60)
  .addOption(
    new Option('--encoding <name>', 'encoding to ask the service for').choices(linkEncodings).default('json'),
  )
  .option(
    '--base-path <path>',
    'what a reverse proxy puts in front of every path and removes again, such as /scene',
    parseBasePath,
  )
  .option('--journal <file>', 'record everything that reaches the runtime in a new file, for `replay`')
  .option('--json', 'print one JSON line whenever the service has taken it up, or is lost')
  .action(async (options) =>
    (await import('./runtime.ts')).runRuntime({ ...options, version: manifest.version }),
  );

program
  .command('replay')
  .description('run the journal of a runtime again and compare what comes out')
  .argument('<file>', 'journal that `serve --journal` recorded')
  .option('--json', 'print one JSON line')
  .action(async (file, options) => (await import('./replay.ts')).replayFile(file, options));

program
  .command('live')
  .description(
    'write the live page with a scene that runs in the browser, for any static server, at any path',
  )
  .requiredOption('--static <folder>', 'folder to write, which is made where there is none')
  .action(async (options) => (await import('./export-live-page.ts')).exportLivePage(options));

program
  .command('token')
  .description('print the API token')
  .option('--settings-file <path>', 'settings file, or its folder (default: the user data directory)')
  .option('--fingerprint', 'print the SHA-256 fingerprint of the certificate of LAN mode instead')
  .action(async (options) => (await import('./print-token.ts')).printToken(options));

program
  .command('mcp')
  .description('serve an agent over standard input and output, by the Model Context Protocol')
  .option('--url <url>', 'base address of the service', `http://127.0.0.1:${defaultPort}`)
  .option('--token-env <name>', 'environment variable that holds the token')
  .option('--token <token>', 'the token itself (default: that of the settings file)')
  .option('--settings-file <path>', 'settings file, or its folder (default: the user data directory)')
  .action(async (options) => (await import('./mcp.ts')).serveMcp({ ...options, version: manifest.version }));

program
  .command('conform')
  .description('judge an implementation by its URL, or a runtime that connects')
  .option('--url <url>', 'base address of the implementation')
  .option('--events-url <url>', 'address of its event hub')
  .addOption(
    new Option(
      '--as <role>',
      'play this part, and judge who is at the other end of the runtime link: a runtime, for the controller',
    )
      .choices(['controller'])
      .conflicts(['url', 'matrix']),
  )
  .option(
    '--listen <port>',
    'port for the runtime to connect to, 0 for a free one',
    createIntegerParser(0, 65_535),
  )
  .option('--rest', 'judge the runtime by what our service makes of it, as any implementation is judged')
  .option('--token-env <name>', 'environment variable that holds the token')
  .option('--token <token>', 'the token itself')
  .option('--fingerprint <sha256>', 'the only certificate to take from it', parseFingerprint)
  .option('--manifest <file>', 'target manifest')
  .option(
    '--report <folder>',
    'write reports there: HTML, JSON, JUnit, Markdown, text and, of a whole run, a badge',
  )
  .option(
    '--only <names...>',
    'only these audits, requirements, profiles or sections; `*` at the end stands for any ending',
  )
  .addOption(
    new Option('--matrix <reports...>', 'judge nothing: put these report.json side by side').conflicts([
      'url',
      'only',
      'failed',
    ]),
  )
  .addOption(
    new Option('--failed <report>', 'only what failed in this report.json, with its seed').conflicts('only'),
  )
  .option(
    '--wait <seconds>',
    'how long the target may take until it answers that it is well, or a runtime until it connects',
    createIntegerParser(0, 3_600),
  )
  .option('--github', 'tell the verdict and each cause as annotations of GitHub Actions, too')
  .option('--seed <number>', 'seed of the property tests', createIntegerParser(0, 2_147_483_647))
  .option('--runs <number>', 'times as many inputs for each property test', createIntegerParser(1, 1_000))
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
        throw new UsageError('--listen is needed: the port for the runtime to connect to');
      const { version } = manifest;
      return rest
        ? (await import('./conform-with-runtime.ts')).conformWithRuntime({ ...options, listen, version })
        : (await import('./conform-runtime.ts')).conformRuntime({ ...options, listen, version });
    }
    if (listen !== undefined || rest) throw new UsageError('--listen and --rest are for --as controller');
    if (url === undefined) throw new UsageError('--url is needed: the base address of the implementation');
    return (await import('./conform.ts')).conform({ url, ...options });
  });

program
  .command('manifest')
  .description(
    'draft the target manifest of an implementation; what is still to be said goes to the error output',
  )
  .requiredOption('--url <url>', 'base address of the implementation')
  .option('--token-env <name>', 'environment variable that holds the token')
  .option('--token <token>', 'the token itself')
  .option('--fingerprint <sha256>', 'the only certificate to take from it', parseFingerprint)
  .action(async (options) => (await import('./print-manifest-draft.ts')).printManifestDraft(options));

program
  .command('manifest-schema')
  .description('print the JSON schema of a target manifest')
  .action(async () => (await import('./print-manifest-schema.ts')).printManifestSchema());

const benchCommand = program
  .command('bench')
  .enablePositionalOptions()
  .description(
    'measure an implementation by its URL, or several in the same rounds; without one, the reference implementation',
  )
  .option('--url <url...>', 'base address of each implementation; goals are judged for the first alone')
  .option('--events-url <url...>', 'address of the event hub, one for each --url in the same order')
  .option(
    '--token-env <name...>',
    'environment variable that holds the token, one for all or one for each --url in the same order',
  )
  .option('--token <token...>', 'the token itself, likewise')
  .option(
    '--fingerprint <sha256...>',
    'the only certificate to take, likewise',
    createListParser(parseFingerprint),
  )
  .option(
    '--pid <number...>',
    'process of the server where it runs on this machine, to read its CPU time and memory; one for each --url in the same order',
    createListParser(createIntegerParser(1, 2 ** 22)),
  )
  .option('--suite <names...>', 'only these suites')
  .option('--quick', 'a short run, in seconds: shows that everything runs, and judges no goal')
  .option('--out <folder>', 'write JSON, Markdown, CSV and a page with plots there')
  .action(async (options) => (await import('./bench.ts')).bench(options));

benchCommand
  .command('compare')
  .description('set the figures of two reports side by side; ends with 1 where a ratio of a target got worse')
  .argument('<before>', 'bench.json of the older run')
  .argument('<after>', 'bench.json of the newer run')
  .option(
    '--tolerance <percent>',
    'by how much a ratio may get worse, besides what may be chance',
    parsePercent,
    10,
  )
  .option('--out <folder>', 'write compare.md there')
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
